import { uuidV5 } from './uuid-v5.ts';

/**
 * The id of a service: the same for the same name, host and port, in every registry.
 *
 * @example serviceId({ name: 'geo-planner', host: '10.0.0.5', port: 8443 }) // 'd766accb-3fba-5884-9736-95a34cd7bfda'
 */
export const serviceId = ({
  name,
  host,
  port,
}: {
  name: string;
  host: string;
  port: number;
}): string => uuidV5(`${name}#${host}#${port}`);

/**
 * The id of a route: the same for the same name.
 *
 * @example routeId('geo-route') // 'f8a1c13f-cffe-5b9c-bee2-0cb92fbceec4'
 */
export const routeId = (name: string): string => uuidV5(name);
