import { withExactNumbers } from '@countersign/json/exact-number';
import type { FastifyReply } from 'fastify';

/** Sends JSON in which numbers that JavaScript cannot hold are as they were sent: inside the program they are marked texts. */
export const sendExact = (
  reply: FastifyReply,
  value: unknown,
  type = 'application/json; charset=utf-8',
): FastifyReply => reply.type(type).send(withExactNumbers(JSON.stringify(value)));
