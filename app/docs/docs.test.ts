import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as groupRoute } from "@/app/docs/[group]/route";
import { GET as overviewRoute } from "@/app/docs/route";
import { openApiDocument } from "@/lib/http/openapi";
import { curlOf } from "@/lib/http/reference/curl";
import { type Description, type Group, groupsOf, mediaOf } from "@/lib/http/reference/description";
import { html, inline } from "@/lib/http/reference/html";
import { asOurHost } from "@/tests/support/as-our-host";
import { operations } from "@/tests/support/operations";

const MOST_BYTES = 60_000;

let description: Description;
let groups: Group[];
const pages = new Map<string, string>();

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(new URL(path, "http://localhost:3000"), { headers });
  const [, , group] = path.split("/");
  return group === undefined
    ? Promise.resolve(overviewRoute(request, { params: Promise.resolve({}) }))
    : Promise.resolve(groupRoute(request, { params: Promise.resolve({ group }) }));
}

beforeAll(async () => {
  description = openApiDocument(operations) as unknown as Description;
  groups = groupsOf(description);
  for (const path of ["/docs", ...groups.map(({ slug }) => `/docs/${slug}`)])
    pages.set(path, await (await get(path)).text());
});

const idsOf = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

describe("the reference", () => {
  test("weighs less than 60 kB a page, as it is sent", async () => {
    for (const path of pages.keys())
      for (const encoding of ["br", "gzip"]) {
        const answer = await get(path, { "accept-encoding": encoding, ...asOurHost() });
        expect(answer.headers.get("content-encoding")).toBe(encoding);
        const size = (await answer.arrayBuffer()).byteLength;
        expect(size, `${path} in ${encoding}`).toBeLessThan(MOST_BYTES);
        expect(size).toBeGreaterThan(1_000);
      }
  });

  test("has every operation of the description at its own address, and names each in the table of contents", () => {
    const all = Object.values(description.paths).flatMap((methods) => Object.values(methods));
    expect(groups.flatMap((group) => group.operations)).toHaveLength(all.length);
    for (const { slug, operations: own } of groups)
      for (const { operationId } of own) {
        expect(idsOf(pages.get(`/docs/${slug}`) ?? "")).toContain(operationId);
        expect(pages.get("/docs")).toContain(`href="/docs/${slug}#${operationId}"`);
      }
  });

  test("has no link that leads nowhere, and no two places of one name", () => {
    for (const [path, page] of pages) {
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids, path).toHaveLength(new Set(ids).size);
      for (const [, href = ""] of page.matchAll(/ href="([^"]+)"/g)) {
        if (href === "/api/v1/openapi.json") continue;
        const [to, id] = href.startsWith("#") ? [path, href.slice(1)] : href.split("#");
        const target = pages.get(to ?? "");
        expect(target, `${path}: ${href}`).toBeDefined();
        if (id) expect(idsOf(target ?? ""), `${path}: ${href}`).toContain(id);
      }
    }
  });

  test("says every code that an operation is refused with, and what it means for a caller", () => {
    for (const { slug, operations: own } of groups)
      for (const { operationId, responses } of own) {
        const page = pages.get(`/docs/${slug}`) ?? "";
        const section = page.slice(page.indexOf(`id="${operationId}"`)).split("</section>")[0];
        for (const status of Object.keys(responses)) expect(section).toContain(`<b>${status}</b>`);
      }
    expect(pages.get("/docs")).toContain('id="error-login_temporarily_locked"');
  });

  test("loads nothing, runs nothing, and lets its own style in alone", async () => {
    for (const path of pages.keys()) {
      const answer = await get(path);
      const page = await answer.text();
      expect(page).not.toMatch(/<(script|link|img|iframe|form)\b| (src|style|on\w+)=/);
      const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? "";
      const hash = createHash("sha256").update(style).digest("base64");
      expect(answer.headers.get("content-security-policy")).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
    }
  });

  test("has no page for a group that is none", async () => {
    for (const path of ["/docs/none", "/docs/Users", "/docs/__proto__"])
      expect((await get(path)).status).toBe(404);
  });
});

describe("a page", () => {
  test("is the same in every encoding, and sent in one that the client takes", async () => {
    const sent = async (accept: string) => {
      const answer = await get("/docs", { "accept-encoding": accept, ...asOurHost() });
      expect(answer.headers.get("vary")).toBe("accept-encoding");
      return {
        encoding: answer.headers.get("content-encoding"),
        tag: answer.headers.get("etag"),
        bytes: Buffer.from(await answer.arrayBuffer()),
      };
    };
    const [br, zipped] = [await sent("gzip, deflate, br"), await sent("gzip;q=0.5, br;q=0")];
    const plain = await sent("identity");
    expect([br.encoding, zipped.encoding, plain.encoding]).toEqual(["br", "gzip", null]);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
    expect(new Set([br.tag, zipped.tag, plain.tag]).size).toBe(3);
  });

  test("is sent as it is where the host would drop its encoding", async () => {
    const answer = await get("/docs", { "accept-encoding": "gzip, br" });
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.text()).toBe(pages.get("/docs"));
  });

  test("is not sent again to who has it", async () => {
    const tag = (await get("/docs/users")).headers.get("etag") ?? "";
    const again = await get("/docs/users", { "if-none-match": `"other", W/${tag}` });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
    expect((await get("/docs/roles", { "if-none-match": tag })).status).toBe(200);
  });
});

test("a request's example is what a shell sends", () => {
  for (const operation of groups.flatMap((group) => group.operations)) {
    const body = mediaOf(operation.requestBody?.content);
    const command = curlOf(operation, "https://id.example");
    const script = `curl() { for word; do printf '%s\\0' "$word"; done; }; ${command}`;
    const words = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
    const address = words.find((word) => word.startsWith("https://id.example/"));
    expect(address, command).toBeDefined();
    if (body?.type !== "application/json") continue;
    expect(JSON.parse(words[words.indexOf("-d") + 1] ?? "")).toEqual(body.media.example ?? {});
  }
});

test("what the description says is text, whatever it looks like", () => {
  const evil = `"><script>alert('x')</script>&`;
  const escaped = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;";
  expect(html`<a title="${evil}">${[evil]}</a>`.text).toBe(`<a title="${escaped}">${escaped}</a>`);
  expect(inline(`a \`${evil}\``).text).toBe(`a <code>${escaped}</code>`);
});
