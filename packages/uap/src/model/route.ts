/** The lists of a route that choose requests, or say where they come from. */
export const routeLists = [
  'methods',
  'hosts',
  'paths',
  'headers',
  'snis',
  'sources',
  'destinations',
  'tags',
] as const;

/** Which requests of a gateway go to which service, checked and with all defaults (the wire's own names). */
export interface RouteRequest extends Record<(typeof routeLists)[number], string[] | null> {
  name: string;
  /** The name of a service: it need not exist yet, and several instances may have it. */
  service: string;
  /** The protocol that the client speaks. */
  agent_protocol: string;
  protocols: string[];
  /** The gateway that uses it; `''` = any. */
  gateway_id: string;
  https_redirect_status_code: number;
  regex_priority: number;
  strip_path: boolean;
  preserve_host: boolean;
  request_buffering: boolean;
  response_buffering: boolean;
}

/** A route as a registry returns it. Times are epoch ms. */
export interface Route extends RouteRequest {
  /** Made of the name. */
  id: string;
  created_at: number;
  updated_at: number;
  index: number;
}
