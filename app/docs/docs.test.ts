import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as pageRoute } from "@/app/docs/[...path]/route";
import { GET as homeRoute } from "@/app/docs/route";
import { GET as searchRoute } from "@/app/docs/search/route";
import { GET as llmsRoute } from "@/app/llms.txt/route";
import { openApiDocument } from "@/lib/core/http/openapi";
import { type Description, mediaOf } from "@/lib/core/http/published-description";
import { everyPage } from "@/lib/features/documentation/document";
import { renderMarkdown } from "@/lib/features/documentation/markdown";
import { curlOf } from "@/lib/features/documentation/reference/curl";
import { type Group, groupsOf } from "@/lib/features/documentation/reference/groups";
import { html, inline } from "@/lib/features/documentation/reference/html";
import { asOurHost } from "@/tests/support/as-our-host";
import { described } from "@/tests/support/operations";

const MOST_BYTES = { br: 20 * 1024, gzip: 24_000 };

let description: Description;
let groups: Group[];
const pages = new Map<string, string>();

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(new URL(path, "http://localhost:3000"), { headers });
  const below = new URL(request.url).pathname.split("/").slice(2);
  const none = { params: Promise.resolve({}) };
  if (path === "/llms.txt") return Promise.resolve(llmsRoute(request, none));
  if (below.length === 0) return Promise.resolve(homeRoute(request, none));
  if (below[0] === "search") return Promise.resolve(searchRoute(request, none));
  return Promise.resolve(pageRoute(request, { params: Promise.resolve({ path: below }) }));
}

beforeAll(async () => {
  description = openApiDocument(described) as unknown as Description;
  groups = groupsOf(description);
  for (const path of everyPage(description).keys()) {
    const address = path === "index" ? "/docs" : `/docs/${path}`;
    const answer = await get(address);
    expect(answer.status, address).toBe(200);
    pages.set(address, await answer.text());
  }
});

const idsOf = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

describe("the documentation", () => {
  test("weighs no more than a sign-in page, as it is sent", async () => {
    for (const path of pages.keys())
      for (const [encoding, most] of Object.entries(MOST_BYTES)) {
        const answer = await get(path, { "accept-encoding": encoding, ...asOurHost() });
        expect(answer.headers.get("content-encoding")).toBe(encoding);
        const size = (await answer.arrayBuffer()).byteLength;
        expect(size, `${path} in ${encoding}`).toBeLessThan(most);
        expect(size).toBeGreaterThan(1_000);
      }
  });

  test("has no broken link, and no two anchors of one name", async () => {
    for (const [path, page] of pages) {
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids, path).toHaveLength(new Set(ids).size);
      for (const [, href = ""] of page.matchAll(/ href="([^"]+)"/g)) {
        if (/^(https?:|mailto:|\/api\/v1\/openapi.json$)/.test(href)) continue;
        const [to, id] = href.startsWith("#") ? [path, href.slice(1)] : href.split("#");
        const target = pages.get(to ?? "");
        if (target === undefined)
          expect((await get(to ?? "")).status, `${path}: ${href}`).toBe(200);
        else if (id) expect(idsOf(target), `${path}: ${href}`).toContain(decodeURIComponent(id));
      }
    }
  });

  test("shows every page in the navigation, or beside one that it shows", () => {
    const linked = [...pages.values()].flatMap((page) =>
      [...page.matchAll(/ href="(\/docs[^"#]*)/g)].map(([, href]) => href),
    );
    expect([...pages.keys()].filter((path) => !linked.includes(path))).toEqual([]);
  });

  test("loads nothing, runs nothing, and allows its own style alone", async () => {
    for (const path of [...pages.keys(), "/docs/search?q=token"]) {
      const answer = await get(path);
      const page = await answer.text();
      expect(page).not.toMatch(/<(script|img|iframe|object|embed)\b|<[^>]* (src|style|on\w+)=/);
      expect(page).not.toMatch(/<link (?!rel="alternate")/);
      const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? "";
      const hash = createHash("sha256").update(style).digest("base64");
      expect(answer.headers.get("content-security-policy")).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      );
    }
  });

  test("has every page as Markdown, in any case, and lists all of them for a language model", async () => {
    const index = await (await get("/llms.txt")).text();
    for (const address of pages.keys()) {
      const path = address === "/docs" ? "/docs/index" : address;
      const answer = await get(`${path}.md`);
      expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(await answer.text(), path).toMatch(/^# .+\n/);
      if (!path.startsWith("/docs/errors/") && !path.startsWith("/docs/reference/"))
        expect(index).toContain(`${path}.md)`);
    }
    expect((await get("/docs/API.md")).status).toBe(200);
  });

  test("answers an unknown page with a 404", async () => {
    const wrong = [
      "/docs/none",
      "/docs/Api",
      "/docs/__proto__",
      "/docs/errors/none",
      "/docs/none.md",
    ];
    for (const path of [...wrong, "/docs/reference/none"])
      expect((await get(path)).status, path).toBe(404);
    expect((await get("/docs/api?x=1")).status).toBe(400);
  });

  test("still serves the former addresses of groups", async () => {
    const answer = await get("/docs/users");
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/docs/reference/users"]);
  });
});

describe("the reference", () => {
  test("has every operation of the description at its own address, and names each on its first page", () => {
    const all = Object.values(description.paths).flatMap((methods) => Object.values(methods));
    expect(groups.flatMap((group) => group.operations)).toHaveLength(all.length);
    for (const { slug, operations: own } of groups)
      for (const { operationId } of own) {
        expect(idsOf(pages.get(`/docs/reference/${slug}`) ?? "")).toContain(operationId);
        expect(pages.get("/docs/reference")).toContain(`"/docs/reference/${slug}#${operationId}"`);
      }
  });

  test("lists every status with which an operation is refused", () => {
    for (const { slug, operations: own } of groups)
      for (const { operationId, responses } of own) {
        const page = pages.get(`/docs/reference/${slug}`) ?? "";
        const section = page.slice(page.indexOf(`id="${operationId}"`)).split("</section>")[0];
        for (const status of Object.keys(responses)) expect(section).toContain(`<b>${status}</b>`);
      }
  });
});

describe("a search", () => {
  const found = async (words: string) => {
    const page = await (await get(`/docs/search?q=${encodeURIComponent(words)}`)).text();
    const list = page.split('<ul class="found">')[1]?.split("</ul>")[0] ?? "";
    return [...list.matchAll(/<li><a href="(\/docs[^"]+)">/g)].map(([, href]) => href);
  };

  test("finds pages by their heading before those that only mention the words", async () => {
    expect((await found("verify a token"))[0]).toBe("/docs/guides/verify-a-token");
    expect(await found("logout token")).toContain("/docs/protocol#logout-token");
  });

  test("finds error codes and operations, by path and by name", async () => {
    expect((await found("package_unassigned"))[0]).toBe("/docs/errors/package_unassigned");
    expect(await found("suspendUser")).toContain("/docs/reference/users#suspendUser");
    expect(await found("/management/roles")).toContain("/docs/reference/roles#listRoles");
  });

  test("requires all words, and shows the query as text", async () => {
    expect(await found("token zzzzzz")).toEqual([]);
    const page = await (await get(`/docs/search?q=${encodeURIComponent(`"><b>x</b>`)}`)).text();
    expect(page).toContain("&quot;&gt;&lt;b&gt;x&lt;/b&gt;");
    expect(page).not.toContain("<b>x</b>");
  });

  test("accepts only a short query", async () => {
    expect((await get(`/docs/search?q=${"a".repeat(101)}`)).status).toBe(400);
    expect((await get("/docs/search")).status).toBe(200);
  });
});

describe("a reader's own ids", () => {
  const ids = "client_id=aoc_own&app_id=01938F2C-7B10-7C11-9E2A-5D6F7A8B9C0D";
  const fromHere = { "sec-fetch-site": "same-origin" };

  test("are filled into a page that our own page links to, which is never cached", async () => {
    const answer = await get(`/docs/guides/verify-a-token?${ids}`, fromHere);
    const page = await answer.text();
    expect(page).toContain("01938f2c-7b10-7c11-9e2a-5d6f7a8b9c0d");
    expect(page).not.toContain("{{app_id}}");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("are not accepted from a link of another site", async () => {
    for (const site of ["cross-site", "same-site", "none"]) {
      const answer = await get(`/docs/guides/verify-a-token?${ids}`, { "sec-fetch-site": site });
      expect(await answer.text()).toBe(pages.get("/docs/guides/verify-a-token"));
    }
    expect((await get("/docs/guides/verify-a-token?client_id=<b>", fromHere)).status).toBe(400);
    expect((await get("/docs/guides/verify-a-token?client_secret=as_x", fromHere)).status).toBe(
      400,
    );
  });

  test("come with the service's own address, at every place of a page", () => {
    expect(pages.get("/docs/guides/verify-a-token")).toContain("http://localhost:3000/oauth/jwks");
    expect(pages.get("/docs/protocol")).toContain(
      '<a href="http://localhost:3000/.well-known/openid-configuration">',
    );
    for (const page of pages.values()) expect(page).not.toMatch(/\{\{(issuer|base_url)\}\}/);
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

  test("is not sent again to a client that has it", async () => {
    const tag = (await get("/docs/api")).headers.get("etag") ?? "";
    const again = await get("/docs/api", { "if-none-match": `"other", W/${tag}` });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
    expect((await get("/docs/glossary", { "if-none-match": tag })).status).toBe(200);
  });
});

test("a request's example works in a shell", () => {
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

describe("text stays text, even if it looks like markup", () => {
  const evil = `"><script>alert('x')</script>&`;
  const escaped = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;";

  test("in the description", () => {
    expect(html`<a title="${evil}">${[evil]}</a>`.text).toBe(
      `<a title="${escaped}">${escaped}</a>`,
    );
    expect(inline(`a \`${evil}\``).text).toBe(`a <code>${escaped}</code>`);
  });

  test("in Markdown", () => {
    const written = `# ${evil}\n\n${evil} \`${evil}\` [a](javascript:alert(1)) ![${evil}](x.png)\n\n${evil}\n\n    ${evil}\n\n<img src=x onerror=alert(1)>\n`;
    const { content } = renderMarkdown(written, "docs/API.md");
    expect(content.text).not.toMatch(/<(script|img)|javascript:/);
    expect(content.text.match(/<script/g)).toBeNull();
  });
});
