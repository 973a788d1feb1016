import { readFileSync } from "node:fs";
import { join } from "node:path";
import { camelName } from "@/lib/core/contract/names";
import { type DemoIds, type Ids, idsOfDemo } from "@/lib/core/contract/own-ids";
import { config } from "@/lib/kernel/config/config";
import { homeFolder } from "@/lib/kernel/process/home-folder";
import { singleton } from "@/lib/kernel/process/singleton";

// A page names what differs for each reader by a placeholder in double braces, such as the issuer and the client's id. Only
// public ids have placeholders.

/** The ids of the demo that a local installation made, as a page can use them; none in production, whatever lies in the folder.
 *  @param markdown the page */
export function demoIds(markdown = ""): Ids {
  if (config().mode !== "local") return {};
  const demo = singleton("demo-ids", () => {
    try {
      return idsOfDemo(JSON.parse(readFileSync(join(homeFolder(), ".atrium/demo.json"), "utf8")));
    } catch {
      // A local installation without a demo.
      return {};
    }
  });
  return fittingIds(markdown, demo);
}

/** The demo's ids for a page. A quickstart gets a client of the type in its table, and none where the client has a key, which is the
 *  reader's alone. */
export function fittingIds(markdown: string, demo: DemoIds): Ids {
  const { publicClientId, clientId, ...others } = demo;
  if (/^\| Profile \| `fapi2` \|$/m.test(markdown)) return others;
  const id = /^\| Type \| public \|$/m.test(markdown) ? publicClientId : clientId;
  return { ...others, ...(id && { clientId: id }) };
}

/** Values of an application on the reader's own machine. */
const ORIGIN = "http://localhost:4000";

/** What a page's own table says of the addresses to register, for its placeholders (docs/quickstarts). */
export function valuesOf(markdown: string): Readonly<Record<string, string>> {
  const { port } = new URL(ORIGIN);
  const registered = (row: string, uriName: string, pathName: string) => {
    const [, address] = new RegExp(`^\\| ${row} \\| \`([^\`]+)\` \\|$`, "m").exec(markdown) ?? [];
    if (address === undefined) return {};
    const uri = address.replace("{{origin}}", ORIGIN).replace("{{port}}", port);
    if (!URL.canParse(uri)) return {};
    return { [uriName]: uri, [pathName]: new URL(uri).pathname };
  };
  return {
    origin: ORIGIN,
    port,
    ...registered("Redirect URI", "redirectUri", "redirectPath"),
    ...registered("Post-logout redirect URI", "postLogoutRedirectUri", "postLogoutPath"),
  };
}

/** A page with the service's address and the reader's ids in it. What is not known stays a placeholder.
 *  @param own values of the page itself */
export function filledIn(page: string, ids: Ids, own: Readonly<Record<string, string>>): string {
  const { baseUrl } = config();
  const values: Record<string, string | undefined> = { ...own, ...ids, issuer: baseUrl, baseUrl };
  return page.replace(/\{\{([a-z_]+)\}\}/g, (whole, name: string) => {
    const key = camelName(name);
    return (Object.hasOwn(values, key) ? values[key] : undefined) ?? whole;
  });
}
