import { execFileSync } from 'node:child_process';

const nameOf = ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`;

/** npm takes some of it for what only development needs, as the root of this repository does. */
const asRequired = ({ properties = [], ...component }) => ({
  ...component,
  scope: 'required',
  properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
});

/** What is in the product, of what npm lists of this repository; throws if it does not list all of it. */
export function onlyInside(listed, { product, inside }) {
  const own = `${product.name}@${product.version}`;
  const root = listed.metadata.component['bom-ref'];
  const components = listed.components
    .filter((component) => inside.has(nameOf(component)))
    .map(asRequired);
  const found = new Set(components.map(nameOf));
  const missing = [...inside].filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`npm lists no ${missing.join(', ')}.`);
  const refs = new Set(components.map((component) => component['bom-ref']));
  const dependencies = listed.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((to) => refs.has(to)) }));
  return {
    ...listed,
    metadata: {
      ...listed.metadata,
      component: {
        ...{ 'bom-ref': own, type: 'application', purl: `pkg:npm/${own}` },
        ...{ name: product.name, version: product.version },
        licenses: listed.metadata.component.licenses,
      },
    },
    components,
    dependencies: [
      // Workspaces of this repository are the product.
      { ref: own, dependsOn: [...refs].filter((ref) => ref !== root) },
      ...dependencies,
    ],
  };
}

/**
 * The bill of materials of the product, as CycloneDX.
 * @param {{ product: { name: string, version: string }, inside: Set<string> }} what `inside`: `name@version` of each package
 */
export function billOf(what) {
  const said = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return onlyInside(JSON.parse(said), what);
}
