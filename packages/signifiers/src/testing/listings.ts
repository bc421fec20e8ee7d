/** The prefixes of the listings of the paper. */
const prefixes = `
@prefix hmas: <https://purl.org/hmas/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix hctl: <https://www.w3.org/2019/wot/hypermedia#> .
@prefix http: <http://www.w3.org/2011/http#> .
@prefix htv: <http://www.w3.org/2011/http#> .
@prefix td: <https://www.w3.org/2019/wot/td#> .
@prefix js: <https://www.w3.org/2019/wot/json-schema#> .
`;

export const listingBase = 'http://localhost:5000/signifiers/1';

/** Listing 2: a signifier of an MCP tool, with the names of its header values as printed. */
export const listing2 = `${prefixes}
<#sig> a hmas:Signifier ;
  rdfs:label "goal_mcp_provide_feedback" ;
  hmas:recommendsContext [ rdfs:comment "Provide feedback for the current goal." ] ;
  hmas:signifies [ td:hasForm [ http:headers (
      [ http:fieldName "Accept" ; http:fieldValue "application/json, text/event-stream" ]
      [ http:fieldName "MCP-Protocol-Version" ; http:fieldName "2025-06-18" ]
      [ http:fieldName "Mcp-Session-Id" ; http:fieldName "b4f1b002aac149869708507a1168ae1f" ] ) ;
    http:methodName "POST" ;
    hctl:forContentType "application/json" ;
    hctl:hasTarget <http://localhost:9996/mcp> ] ;
  td:hasInputSchema [ a js:ObjectSchema ;
    js:properties [ a js:IntegerSchema ; js:propertyName "id" ],
      [ a js:StringSchema ; js:const "2.0" ; js:propertyName "jsonrpc" ],
      [ a js:StringSchema ; js:const "tools/call" ; js:propertyName "method" ],
      [ a js:ObjectSchema ;
        js:properties [ a js:ObjectSchema ;
            rdfs:comment "Provide feedback for the current goal." ;
            js:properties
              [ a js:StringSchema ; js:description "The feedback to provide" ; js:propertyName "feedback" ],
              [ a js:BooleanSchema ; js:description "Whether the goal has been achieved" ;
                js:propertyName "achieved" ] ;
            js:propertyName "arguments" ;
            js:required "achieved", "feedback" ],
          [ a js:StringSchema ; js:const "provide_feedback" ; js:propertyName "name" ] ;
        js:propertyName "params" ;
        js:required "arguments", "name" ] ;
    js:required "id", "jsonrpc", "method", "params" ] ] .
`;

/** Listing 4: the description of that tool. */
export const listing4 = {
  name: 'provide_feedback',
  title: null,
  description:
    'Provide feedback for the current goal. If achieved is true, the current goal is cleared.',
  inputSchema: {
    properties: {
      achieved: {
        description: 'Whether the goal has been achieved',
        title: 'Achieved',
        type: 'boolean',
      },
      feedback: { description: 'The feedback to provide', title: 'Feedback', type: 'string' },
    },
    required: ['achieved', 'feedback'],
    title: 'provide_feedbackArguments',
    type: 'object',
  },
  outputSchema: null,
  icons: null,
  annotations: null,
  meta: null,
  execution: null,
};

/** Listing 5: the card of the agent that makes goals formal. */
export const listing5 = {
  capabilities: { streaming: true },
  defaultInputModes: ['text'],
  defaultOutputModes: ['text'],
  description: 'Formalizes goal descriptions into move/rotate commands.',
  name: 'Formalizer Agent',
  preferredTransport: 'JSONRPC',
  protocolVersion: '0.3.0',
  skills: [
    {
      description: 'Converts a natural language goal into move(d) or rotate(a).',
      examples: ['move forward 2 meters', 'rotate 90 degrees', 'turn left 45 degrees'],
      id: 'formalize_goal',
      name: 'Formalize goal',
      tags: ['formalizer', 'goal'],
    },
  ],
  supportsAuthenticatedExtendedCard: false,
  url: 'http://localhost:9997/',
  version: '1.0.0',
};

const operationText =
  'Perform a move(d) or rotate(a) operation on the robot. Request body must be plain text (MIME type text/plain, no JSON), ' +
  'of the form operation_name(param) e.g. move(1) or rotate(1)';

/** Listing 6: a tool of the manual of the robot. */
export const listing6 = {
  description: operationText,
  inputs: { description: 'Operation command as plain text, e.g. move(10).', type: 'string' },
  name: 'operation',
  outputs: {},
  tags: [],
  tool_call_template: {
    call_template_type: 'http',
    content_type: 'text/plain',
    http_method: 'POST',
    url: 'http://localhost:8086/operation',
  },
};

/** The tool that the evaluation of the paper names beside it. */
export const initializeTool = {
  ...listing6,
  name: 'initialize',
  description: 'Initialize the robot to a default state.',
  inputs: {},
  tool_call_template: {
    ...listing6.tool_call_template,
    url: 'http://localhost:8086/initialize',
  },
};

/** Listing 7: the affordance of the same operation in a thing description. Printed without the thing around it. */
export const listing7 = `${prefixes}
<#aff> a td:ActionAffordance ;
  td:description "Perform a move(d) or rotate(a) operation. Request body must be plain text (MIME type text/plain, no JSON), of the form operation_name(param) e.g. move(1) or rotate(1)" ;
  td:hasForm [ htv:methodName "POST" ;
    hctl:forContentType "text/plain" ;
    hctl:hasOperationType td:invokeAction ;
    hctl:hasTarget <http://localhost:8086/operation> ] ;
  td:hasInputSchema [ a js:StringSchema ] ;
  td:name "operation" .
`;

/** The same thing description as JSON. */
export const cherrybotThing = {
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  title: 'cherrybot',
  security: 'nosec_sc',
  securityDefinitions: { nosec_sc: { scheme: 'nosec' } },
  base: 'http://localhost:8086/',
  actions: {
    operation: {
      description: operationText.replace(' on the robot', ''),
      input: { type: 'string' },
      forms: [{ href: 'operation', 'htv:methodName': 'POST', contentType: 'text/plain' }],
    },
  },
};

/** Listing 8: a signifier to read an MCP resource. */
export const listing8 = `${prefixes}
<#sig> a hmas:Signifier ;
  rdfs:label "goal_mcp_CurrentGoal" ;
  hmas:recommendsContext [ rdfs:comment "Returns the current goal defined by the user." ] ;
  hmas:signifies [ td:hasForm [ http:headers (
      [ http:fieldName "Accept" ; http:fieldValue "application/json, text/event-stream" ]
      [ http:fieldName "MCP-Protocol-Version" ; http:fieldValue "2025-06-18" ]
      [ http:fieldName "Mcp-Session-Id" ; http:fieldValue "fdfccc0a27f5477893d8ea501d0834fa" ] ) ;
    http:methodName "POST" ;
    hctl:forContentType "application/json" ;
    hctl:hasTarget <http://localhost:9996/mcp> ] ;
  td:hasInputSchema [ a js:ObjectSchema ;
    js:properties [ a js:StringSchema ; js:const "2.0" ; js:propertyName "jsonrpc" ],
      [ a js:ObjectSchema ;
        js:properties [ a js:StringSchema ; js:const "goal://current" ; js:propertyName "uri" ] ;
        js:propertyName "params" ;
        js:required "uri" ],
      [ a js:StringSchema ; js:const "resources/read" ; js:propertyName "method" ],
      [ a js:IntegerSchema ; js:const 1 ; js:propertyName "id" ] ;
    js:required "id", "jsonrpc", "method", "params" ] ] .
`;

/** The description of that resource. */
export const currentGoal = {
  uri: 'goal://current',
  name: 'CurrentGoal',
  description: 'Returns the current goal defined by the user.',
  mimeType: 'text/plain',
};

/** Listing 9: a signifier of the A2A agent. */
export const listing9 = `${prefixes}
<#sig> a hmas:Signifier ;
  rdfs:label "formalizer_Formalize goal" ;
  hmas:recommendsContext [ rdfs:comment "Converts a natural language goal into move(d) or rotate(a)." ] ;
  hmas:signifies [ td:hasForm [ http:methodName "POST" ;
      hctl:forContentType "application/json" ;
      hctl:hasTarget <http://localhost:9997> ] ;
    td:hasInputSchema [ a js:ObjectSchema ;
      js:additionalProperties false ;
      js:properties [ a js:NullSchema, js:NumberSchema, js:StringSchema ; js:propertyName "id" ],
        [ a js:ObjectSchema ;
          js:additionalProperties false ;
          js:properties [ a js:ObjectSchema ;
              js:additionalProperties false ;
              js:properties
                [ a js:StringSchema ; rdfs:comment "A string that identifies the message" ; js:propertyName "messageId" ],
                [ a js:ArraySchema ;
                  js:description "A JSON array. Each element is a JSON object whose first property is called \\"kind\\". Allowed \\"kind\\" values from input modes: \\"text\\". If \\"kind\\" is \\"text\\", the other field is \\"text\\" and its value is a string. If \\"kind\\" is \\"data\\", the other field is \\"data\\" and its value is a JSON object." ;
                  js:maxItems 1 ; js:minItems 1 ; js:propertyName "parts" ],
                [ a js:StringSchema ; js:const "user" ; js:propertyName "role" ] ;
              js:propertyName "message" ;
              js:required "parts", "role" ] ;
          js:propertyName "params" ;
          js:required "message" ],
        [ a js:StringSchema ; js:const "2.0" ; js:propertyName "jsonrpc" ],
        [ a js:StringSchema ; js:const "message/send" ; js:propertyName "method" ] ;
      js:required "id", "jsonrpc", "method", "params" ] ] .
`;

/** Listing 10: a signifier of the UTCP tool. */
export const listing10 = `${prefixes}
<#sig> a hmas:Signifier ;
  rdfs:label "cherrybot_utcp_operation" ;
  hmas:recommendsContext [ rdfs:comment "${operationText}" ] ;
  hmas:signifies [ td:hasForm [ http:methodName "POST" ;
      hctl:forContentType "text/plain" ;
      hctl:hasTarget <http://localhost:8086/operation> ] ;
    td:hasInputSchema [ a js:StringSchema ;
      js:description "Operation command as plain text, e.g. move(10)." ] ] .
`;

/** Listing 11: a signifier of the action of the thing. */
export const listing11 = `${prefixes}
<#sig> a hmas:Signifier ;
  rdfs:label "cherrybot_proxy_operation" ;
  hmas:recommendsContext [ rdfs:comment "${operationText.replace(' on the robot', '')}" ] ;
  hmas:signifies [ td:hasForm [ http:methodName "POST" ;
      hctl:forContentType "text/plain" ;
      hctl:hasOperationType "invokeaction" ;
      hctl:hasTarget <http://localhost:8086/operation> ] ;
    td:hasInputSchema [ a js:StringSchema ] ] .
`;
