/** The part of Trusted Types that is needed; a trusted URL is typed as the string it represents. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}
interface Window {
  trustedTypes?: PolicyFactory;
}
