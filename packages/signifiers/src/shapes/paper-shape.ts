/**
 * The shape of a signifier in the words of the paper (listing 1), unchanged: what conforms to it conforms to the paper. It accepts
 * headers without a value and targets that are no addresses; `consoleShape` does not.
 */
export const paperShape = `
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix ex: <http://example.com/#> .
@prefix hmas: <https://purl.org/hmas/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix hctl: <https://www.w3.org/2019/wot/hypermedia#> .
@prefix http: <http://www.w3.org/2011/http#> .
@prefix td: <https://www.w3.org/2019/wot/td#> .
@prefix js: <https://www.w3.org/2019/wot/json-schema#> .
ex:SignifierShape a sh:NodeShape ; sh:targetClass hmas:Signifier ;
  sh:property [ sh:path rdfs:label ; sh:datatype xsd:string ;
    sh:minCount 1 ; sh:maxCount 1; ] ;
  sh:property [ sh:path hmas:recommendsAbility ] ;
  sh:property [
    sh:path hmas:recommendsContext ; sh:minCount 1 ; sh:maxCount 1 ;
    sh:property [ sh:path rdfs:comment ; sh:minCount 1 ; sh:maxCount 1; ] ;
  ] ;
  sh:property [ sh:path hmas:signifies ; sh:minCount 1 ; sh:maxCount 1 ;
    sh:node ex:AffordanceShape ] .

ex:AffordanceShape a sh:NodeShape;
  sh:targetClass td:InteractionAffordance;
  sh:property [ sh:path td:hasForm ;
    sh:minCount 1;
    sh:maxCount 1;
    sh:node ex:FormShape
  ] ;
  sh:property [ sh:path td:hasInputSchema ; sh:minCount 0 ; sh:maxCount 1; ] .

ex:FormShape a sh:NodeShape;
sh:property [ sh:path http:methodName ; sh:minCount 1 ; sh:maxCount 1; ] ;
sh:property [ sh:path hctl:hasTarget ; sh:minCount 1 ; sh:maxCount 1; ] ;
sh:property [
  sh:path hctl:forContentType ; sh:minCount 0 ; sh:maxCount 1; ] ;
sh:property [ sh:path http:headers ; sh:minCount 0 ; sh:maxCount 1; ] .
`;
