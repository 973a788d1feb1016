import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoIds, type Ids, idsOfDemo } from "@/lib/core/contract/own-ids";
import { config } from "@/lib/kernel/config/config";
import { camelName } from "@/lib/kernel/names";
import { homeFolder } from "@/lib/kernel/process/home-folder";
import { singleton } from "@/lib/kernel/process/singleton";

// Pages have placeholders in double braces for values that differ between readers, such as the issuer and
// the client's id. Only public ids have placeholders.

/** Ids of the demo of a local installation that fit a page. Empty in production, even if the file of a demo
 *  exists.
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

/** Selects the demo's ids for a page. A quickstart gets a client of the type in its table, and none if the
 *  client needs a key, which only the reader has. */
export function fittingIds(markdown: string, demo: DemoIds): Ids {
  const { publicClientId, clientId, ...others } = demo;
  if (/^\| Profile \| `fapi2` \|$/m.test(markdown)) return others;
  const id = /^\| Type \| public \|$/m.test(markdown) ? publicClientId : clientId;
  return { ...others, ...(id && { clientId: id }) };
}

/** Origin of an application on the reader's own machine. */
const ORIGIN = "http://localhost:4000";

/** Reads values for placeholders from the table of a page that lists the addresses to register
 *  (docs/quickstarts). */
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

/** Replaces the placeholders of a page with the service's address and the ids. Unknown ones stay.
 *  @param own values that the page itself defines */
export function fillPlaceholders(
  page: string,
  ids: Ids,
  own: Readonly<Record<string, string>>,
): string {
  const { baseUrl } = config();
  const values: Record<string, string | undefined> = { ...own, ...ids, issuer: baseUrl, baseUrl };
  return page.replace(/\{\{([a-z_]+)\}\}/g, (whole, name: string) => {
    const key = camelName(name);
    return (Object.hasOwn(values, key) ? values[key] : undefined) ?? whole;
  });
}
