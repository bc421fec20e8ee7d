import { defaultBudget } from '@countersign/thread/budget';
import { z } from 'zod';
import { objectionToNetworks } from './networks.ts';
import { oneOf, optionalText, textOr, wholeNumber } from './setting.ts';
import { objectionToToken, tokenRule } from './token-rule.ts';

const token = (text: string): string | null => {
  const objection = objectionToToken(text);
  return objection && `${objection}; it needs ${tokenRule}. Make one with: openssl rand -base64 32`;
};
const webAddress = (text: string): string | null =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? null
    : 'is no address. Write it in full, such as https://console.example.com';
const databaseAddress = (text: string): string | null =>
  URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
    ? null
    : 'is no address of a PostgreSQL. Write it as postgresql://user:password@host:5432/database, or unset it for the embedded store';
const hosts = 'hosts, `host` or `host:port`, separated by commas';
const budget = (least: number, fallback: number, most = 1_000_000_000) => ({
  least,
  most,
  fallback,
});

/** Every environment variable of the server. docs/operations.md lists them from here. */
export const settings = z.object({
  PORT: wholeNumber({ most: 65_535, fallback: 4_400 }, 'The TCP port; 0 = any free one.'),
  HOST: textOr('127.0.0.1', {
    values: 'address',
    meaning:
      'The address to listen on. Beyond this machine (`0.0.0.0`) only with `COUNTERSIGN_TOKEN`.',
  }),
  COUNTERSIGN_DATA: textOr('./data', {
    values: 'folder',
    meaning: 'The folder of the embedded store and of the generated secrets.',
  }),
  COUNTERSIGN_ANCHOR: optionalText({
    values: 'file',
    meaning:
      'A file outside of the store, best on another machine, to which the signed end of the audit is appended every 1,000 entries or 10 minutes, and at the end: [the audit](#the-audit) is compared with it.',
  }),
  COUNTERSIGN_TOKEN: optionalText(
    {
      values: tokenRule,
      fallback: 'generated, kept in the data folder',
      meaning: 'The administrator’s bearer token.',
    },
    token,
  ),
  COUNTERSIGN_REGISTRANT_TOKEN: optionalText(
    {
      values: 'as `COUNTERSIGN_TOKEN`, and another one',
      fallback: '–: registrants are operators of that role',
      meaning:
        'A bearer token that can register services, search for them, and call what policies of the [gateway](gateway.md) let it; nothing else.',
    },
    token,
  ),
  COUNTERSIGN_OIDC_ISSUER: optionalText(
    {
      values: 'address',
      meaning:
        'The identity provider (OpenID Connect) at which [people sign in](people.md#sign-in-at-an-identity-provider). Its redirect address is `/sign-in/provider` of this server.',
    },
    webAddress,
  ),
  COUNTERSIGN_OIDC_CLIENT_ID: optionalText({
    values: 'text',
    meaning: 'The id of this server there; needed with an issuer.',
  }),
  COUNTERSIGN_OIDC_CLIENT_SECRET: optionalText({
    values: 'text',
    meaning: 'Its secret there; needed with an issuer.',
  }),
  COUNTERSIGN_OIDC_NAME: textOr('the identity provider', {
    meaning: 'What the provider is called at the sign-in.',
  }),
  COUNTERSIGN_OIDC_GROUPS_CLAIM: textOr('groups', {
    meaning: 'The claim with the groups of a person.',
  }),
  COUNTERSIGN_OIDC_SCOPE: textOr('openid profile email offline_access', {
    meaning:
      'The scopes that are asked for. With `offline_access`, who is removed there is signed out here within a minute.',
  }),
  COUNTERSIGN_BREAK_GLASS: oneOf(
    ['on', 'off'],
    'on',
    'Whether the administrator’s token and link sign in beside an identity provider. Each use is in the audit. `off` needs a group with the role of administrators there.',
  ),
  COUNTERSIGN_AGENTS: optionalText({
    values: 'file',
    meaning: 'A JSON file with an array of agent descriptors.',
  }),
  COUNTERSIGN_PARTS: optionalText({
    values: 'names of parts, separated by commas',
    fallback: 'all',
    meaning:
      'The [parts](#a-small-installation) of the server. What is left out has no routes and no screens.',
  }),
  COUNTERSIGN_CONSOLE: textOr('./dist', { values: 'folder', meaning: 'The built console.' }),
  COUNTERSIGN_HOSTS: optionalText({
    values: 'host names, separated by commas',
    fallback: 'any; on loopback the names of this machine and of `COUNTERSIGN_ORIGIN`',
    meaning: 'Names by which this server may be called.',
  }),
  COUNTERSIGN_ORIGIN: optionalText(
    {
      values: 'http(s) address',
      fallback: 'where the server listens',
      meaning:
        'Where people open the console: for links in webhooks and for notifications of A2A agents. With `https:` the session cookie is sent over TLS only.',
    },
    webAddress,
  ),
  COUNTERSIGN_TRUST_PROXY: optionalText(
    {
      values: 'addresses or networks, separated by commas; `loopback`',
      meaning:
        'Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. Without it these headers decide neither limits nor addresses in the log.',
    },
    objectionToNetworks,
  ),
  COUNTERSIGN_LOG: oneOf(
    ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
    'info',
    'The least level that is logged.',
  ),
  COUNTERSIGN_LOG_FORMAT: oneOf(
    ['auto', 'text', 'json'],
    'auto',
    '`auto`: text in a terminal, otherwise one JSON object per line.',
  ),
  COUNTERSIGN_METRICS_TOKEN: optionalText(
    {
      values: 'as `COUNTERSIGN_TOKEN`',
      fallback: '–: `/metrics` is off',
      meaning: 'The bearer token with which `/metrics` is read.',
    },
    token,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(
    {
      values: 'http(s) address',
      fallback: '–: no traces',
      meaning: 'A collector that takes OTLP over HTTP; `/v1/traces` is added.',
    },
    webAddress,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optionalText({
    values: '`name=value`, separated by commas',
    meaning: 'Headers for the collector, such as its key.',
  }),
  OTEL_SERVICE_NAME: textOr('countersign', {
    meaning: 'The name of this server in traces.',
  }),
  COUNTERSIGN_READINESS_DELAY_MS: wholeNumber(
    { most: 600_000, fallback: 0 },
    'After SIGTERM: for how long requests are still served while `/health/ready` already says no, so that a load balancer notices.',
  ),
  COUNTERSIGN_DRAIN_MS: wholeNumber(
    { most: 600_000, fallback: 10_000 },
    'After that: for how long requests and deliveries in progress may finish.',
  ),
  COUNTERSIGN_REQUESTS_PER_MINUTE: wholeNumber(
    { least: 1, most: 1_000_000_000, fallback: 3_000 },
    'Requests of one operator, or of one address before the sign-in.',
  ),
  COUNTERSIGN_STREAMS_PER_OPERATOR: wholeNumber(
    { least: 1, most: 100_000, fallback: 50 },
    'Streams that one operator may have open: each tab needs one.',
  ),
  COUNTERSIGN_STREAMS: wholeNumber(
    { least: 1, most: 100_000, fallback: 2_000 },
    'Streams open in all.',
  ),
  COUNTERSIGN_DELIVERY_ATTEMPTS: wholeNumber(
    { most: 1_000, fallback: 12 },
    'Attempts to deliver an answer before it is given up.',
  ),
  COUNTERSIGN_UNATTENDED_RUNS: wholeNumber(
    { least: 1, most: 1_000_000, fallback: 20 },
    'Runs in a row that defaults and rules may start in a task; then its question waits for a person.',
  ),
  COUNTERSIGN_AGENT_ANSWER_MS: wholeNumber(
    { most: 86_400_000, fallback: 30_000 },
    'How long an agent may take to respond to the start of a run.',
  ),
  COUNTERSIGN_AGENT_IDLE_MS: wholeNumber(
    { most: 86_400_000, fallback: 900_000 },
    'Silence after which the stream of a run is joined again.',
  ),
  COUNTERSIGN_WEBHOOK_ALLOW: textOr('', {
    values: hosts,
    meaning: 'Hosts on private networks that webhooks may call.',
  }),
  COUNTERSIGN_SCHEMA_ALLOW: textOr('', {
    values: hosts,
    meaning: 'Hosts on private networks from which schemas of questions may be loaded.',
  }),
  COUNTERSIGN_DUTY: oneOf(
    ['auto', 'on', 'off'],
    'auto',
    'Whether this server acts on its store: reads agents, delivers, records. `off`: it only reads, and sends nothing. `auto`: the same if the store was [copied or restored](#restore-drill). `on`: it acts, and the store belongs here from now on.',
  ),
  COUNTERSIGN_REGISTRY: oneOf(
    ['lenient', 'strict'],
    'lenient',
    'How registrations of services are checked. `strict`: as the public contract is written, without the protocols and members beyond it.',
  ),
  COUNTERSIGN_GATEWAY: oneOf(
    ['lenient', 'strict'],
    'lenient',
    'How agents are called through the [gateway](gateway.md). `strict`: as the published table of calls of MCP clients has it, in which tasks of A2A agents can be neither cancelled nor continued.',
  ),
  COUNTERSIGN_REGISTRY_ALLOW: textOr('', {
    values: hosts,
    meaning:
      'Hosts on private networks that the registry of services may probe, from which descriptions of agents may be fetched, and where services with [signifiers](signifiers.md) may be read and called.',
  }),
  COUNTERSIGN_EMBEDDING_URL: optionalText(
    {
      values: 'address',
      meaning:
        'Base of the API of an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`: services and [memories](knowledge.md) are then also found by meaning. It gets what agents say about themselves, the texts of all memories, and what is searched for.',
    },
    webAddress,
  ),
  COUNTERSIGN_EMBEDDING_MODEL: optionalText({
    values: 'text',
    meaning: 'The model there that makes vectors of texts.',
  }),
  COUNTERSIGN_EMBEDDING_KEY: optionalText({
    values: 'text',
    meaning: 'The key for that server.',
  }),
  COUNTERSIGN_REGISTRY_ID: optionalText(
    {
      values: 'letters, digits, `.`, `-`, `_`',
      fallback: '`countersign`',
      meaning: 'The id of the registry of services in a tree of registries, unique there.',
    },
    (text) =>
      /^[\w.-]{1,100}$/.test(text)
        ? null
        : 'may have letters, digits, dots, hyphens and underscores, at most 100',
  ),
  COUNTERSIGN_REGISTRY_PARENT: optionalText(
    {
      values: 'http(s) address',
      meaning:
        'The registry above this one, such as `https://registry.example.com/api/uap`: everything that is registered here and below is sent there.',
    },
    webAddress,
  ),
  COUNTERSIGN_REGISTRY_PARENT_TOKEN: optionalText({
    values: 'text',
    meaning: 'The token of a registrant at the registry above.',
  }),
  COUNTERSIGN_MCP_COMMANDS: oneOf(
    ['off', 'on'],
    'off',
    '`on`: administrators may add MCP servers as commands, which this server starts as its own user.',
  ),
  COUNTERSIGN_MCP_SESSIONS: oneOf(
    ['off', 'on'],
    'off',
    '`on`: at `/mcp/session`, MCP clients of the revisions of 2025 have [tools of their session](signifiers.md#agents-over-mcp), which change with the profile that the session names.',
  ),
  COUNTERSIGN_SAMPLING_URL: optionalText(
    {
      values: 'address',
      meaning:
        'Base of the API of an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`: it may answer sampling requests of MCP servers after a person has approved it.',
    },
    webAddress,
  ),
  COUNTERSIGN_SAMPLING_MODEL: optionalText({
    values: 'text',
    meaning: 'The model there. Without it, sampling requests are answered by hand.',
  }),
  COUNTERSIGN_SAMPLING_KEY: optionalText({
    values: 'text',
    meaning: 'The key for that server.',
  }),
  COUNTERSIGN_SELECTION: oneOf(
    ['words', 'verify', 'judge'],
    'words',
    'Who says what fits the context of an agent: `words` and their meanings alone, or the model of `COUNTERSIGN_SAMPLING_URL` as well, which may add to it (`verify`) or also remove (`judge`). It gets the context and the descriptions of signifiers, and allows nothing.',
  ),
  COUNTERSIGN_TASK_ITEMS: wholeNumber(
    budget(100, defaultBudget.items),
    'Items of a task kept in memory; older ones are read from the journal on request.',
  ),
  COUNTERSIGN_TASK_CHARS: wholeNumber(
    budget(10_000, defaultBudget.chars),
    'Characters of a task kept in memory.',
  ),
  COUNTERSIGN_STATE_VALUES: wholeNumber(
    budget(100, defaultBudget.state.values),
    'Values in the shared state of a task.',
  ),
  COUNTERSIGN_STATE_CHARS: wholeNumber(
    budget(1_000, defaultBudget.state.chars),
    'Characters in the shared state of a task.',
  ),
  COUNTERSIGN_STATE_DEPTH: wholeNumber(
    budget(5, defaultBudget.state.depth, 500),
    'Levels of the shared state of a task.',
  ),
  DATABASE_URL: optionalText(
    {
      values: '`postgresql://user:password@host:port/database`',
      meaning:
        'The PostgreSQL of the store, of any number of servers; unset = the embedded store in `COUNTERSIGN_DATA`, which has the keys of the server in both cases.',
    },
    databaseAddress,
  ),
  COUNTERSIGN_LEASE_MS: wholeNumber(
    { least: 1_000, most: 600_000, fallback: 5_000 },
    'On a database: for how long the server that reads agents and delivers may be silent before another one does.',
  ),
});
