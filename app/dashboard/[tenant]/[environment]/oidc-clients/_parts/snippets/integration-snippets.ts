import { quickstarts } from "@/generated/quickstarts";
import {
  inPlace,
  type QuickstartClient,
  quickstartValues,
} from "@/lib/core/oidc-clients/quickstart-values";

/** Values that fill a snippet. */
export interface SnippetFacts extends QuickstartClient {
  type: "confidential" | "public";
  profile: "standard" | "fapi2";
}

/** Setup of a library for a client: a copied snippet runs. */
export interface Snippet {
  id: (typeof quickstarts)[number]["id"];
  /** Redirect URI that has to be registered first, where the library uses an address of its own. */
  needs: string | null;
  install: string;
  files: { name: string; code: string }[];
  start: string;
}

/** Returns the quickstarts (docs/quickstarts) for this client: servers hold a secret, or a key with the
 *  strict profile; browsers and programs on people's machines hold none. Secrets come from the environment: a
 *  snippet never has one, since the service stores none. */
export function integrationSnippets(facts: SnippetFacts): Snippet[] {
  return quickstarts
    .filter(({ type, profile }) => type === facts.type && profile === facts.profile)
    .map((quickstart) => {
      const { values, needs } = quickstartValues(quickstart, facts);
      const filled = (text: string) => inPlace(text, values);
      const files = quickstart.files.map(({ name, code }) => ({ name, code: filled(code) }));
      const { id, install, start } = quickstart;
      return { id, needs, install: filled(install), files, start: filled(start) };
    });
}
