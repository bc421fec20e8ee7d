/**
 * What a signifier must be beyond the paper's shape to be offered here: an address of the web, a known method, headers with one name
 * and one value each of which none is secret, parameters with one name each.
 */
export const consoleShape = `
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix cs: <urn:countersign:signifiers#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix hmas: <https://purl.org/hmas/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix hctl: <https://www.w3.org/2019/wot/hypermedia#> .
@prefix http: <http://www.w3.org/2011/http#> .
@prefix td: <https://www.w3.org/2019/wot/td#> .
@prefix js: <https://www.w3.org/2019/wot/json-schema#> .

cs:SignifierShape a sh:NodeShape ; sh:targetClass hmas:Signifier ;
  sh:nodeKind sh:IRI ;
  sh:property [ sh:path rdfs:label ; sh:datatype xsd:string ; sh:minLength 1 ;
    sh:minCount 1 ; sh:maxCount 1 ] ;
  sh:property [ sh:path ( hmas:recommendsAbility rdf:type ) ; sh:nodeKind sh:IRI ] ;
  sh:property [ sh:path hmas:recommendsAbility ;
    sh:node [ sh:property [ sh:path rdf:type ; sh:minCount 1 ;
      sh:message "An ability without a type matches no agent" ] ] ] ;
  sh:property [ sh:path hmas:recommendsContext ; sh:minCount 1 ; sh:maxCount 1 ;
    sh:node [ sh:property [ sh:path rdfs:comment ; sh:datatype xsd:string ; sh:minLength 1 ;
      sh:minCount 1 ; sh:maxCount 1 ] ] ] ;
  sh:property [ sh:path hmas:signifies ; sh:minCount 1 ; sh:maxCount 1 ; sh:node cs:AffordanceShape ] .

cs:AffordanceShape a sh:NodeShape ;
  sh:targetClass td:InteractionAffordance ;
  sh:property [ sh:path td:hasForm ; sh:minCount 1 ; sh:maxCount 1 ; sh:node cs:FormShape ] ;
  sh:property [ sh:path td:hasInputSchema ; sh:maxCount 1 ; sh:nodeKind sh:BlankNodeOrIRI ] ;
  sh:property [
    sh:path ( td:hasInputSchema
      [ sh:zeroOrMorePath [ sh:alternativePath (
        js:properties js:items js:anyOf js:oneOf js:allOf js:not js:additionalProperties js:contains ) ] ]
      js:properties ) ;
    sh:node cs:PropertyShape ] .

cs:PropertyShape a sh:NodeShape ;
  sh:property [ sh:path js:propertyName ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ;
    sh:message "A parameter needs exactly one name" ] .

cs:FormShape a sh:NodeShape ;
  sh:property [ sh:path http:methodName ; sh:minCount 1 ; sh:maxCount 1 ;
    sh:in ( "GET" "HEAD" "OPTIONS" "POST" "PUT" "PATCH" "DELETE" ) ] ;
  sh:property [ sh:path hctl:hasTarget ; sh:minCount 1 ; sh:maxCount 1 ;
    sh:nodeKind sh:IRI ; sh:pattern "^https?://[^/?#@]+([/?#]|$)" ] ;
  sh:property [ sh:path hctl:forContentType ; sh:maxCount 1 ; sh:datatype xsd:string ] ;
  sh:property [ sh:path http:headers ; sh:maxCount 1 ] ;
  sh:property [ sh:path ( http:headers [ sh:zeroOrMorePath rdf:rest ] rdf:first ) ;
    sh:node cs:HeaderShape ] .

cs:HeaderShape a sh:NodeShape ;
  sh:property [ sh:path http:fieldName ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ;
    sh:pattern "^[-!#$%&'*+.^_\`|~0-9A-Za-z]+$" ;
    sh:message "A header needs exactly one name" ] ;
  sh:property [ sh:path http:fieldName ;
    sh:not [ sh:pattern
      "^(authorization|proxy-authorization|cookie|set-cookie|mcp-session-id)$|api-?key|token|secret|password|session|credential|signature" ;
      sh:flags "i" ] ;
    sh:message "Secrets and sessions are kept by the server, never published" ] ;
  sh:property [ sh:path http:fieldValue ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ;
    sh:message "A header needs exactly one value" ] .
`;
