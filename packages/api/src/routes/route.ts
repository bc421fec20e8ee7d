import type { z } from 'zod';
import type { OperatorRole } from '../operator.ts';
import type { ProblemSlug } from '../problems.ts';

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The contract of a route, used by the server and the client: request, response, problems. */
export interface RouteContract {
  summary: string;
  description?: string;
  /** Least role; `none` = open to everyone. Absent: viewers read, operators change. */
  role?: OperatorRole | 'none';
  /** Auditors may use it as well, beside the role. */
  auditors?: true;
  /** Registrants may use it as well. */
  registrants?: true;
  /** Only programs that ask may use it, with their tokens; operators may not. */
  programs?: true;
  /** Headers that it reads, and what they are for. */
  headers?: Readonly<Record<string, string>>;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Response by status. Absent: text that is sent as stored, or a stream. */
  answers?: Readonly<Record<number, z.ZodType>>;
  /** The media type of a response without `answers`, if it is not JSON. */
  stored?: string;
  /** Its problems, in addition to those of all routes. */
  problems: readonly ProblemSlug[];
}

/** Contracts by method and path; `:name` in a path is a parameter. */
export type RouteTable = Readonly<Record<`${RouteMethod} /${string}`, RouteContract>>;

/** The parameters of a path. */
export type PathNames<Path> = Path extends `${infer First}/${infer Rest}`
  ? PathNames<First> | PathNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;
