import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { pageScript } from "@/generated/page-assets";
import { type PageStart, pageStart } from "@/lib/core/oidc/pages/compressed-page";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { pageStyle } from "@/lib/core/oidc/pages/page-style";
import { singleton } from "@/lib/kernel/process/singleton";

/** Common beginning of pages with one language and colour, and the sources that their policy allows. */
interface Start extends PageStart {
  styleSource: string;
  scriptSource: string;
}

// Tenants choose their colours, so the number of entries is limited.
const starts = singleton("page-starts", () => new LRUCache<string, Start>({ max: 500 }));

/** Returns the beginning of a page up to its own part: language, style and script. */
export function startOf({ locale, direction, branding }: PageLook): Start {
  const color = branding?.color ?? null;
  const key = `${locale} ${color}`;
  const known = starts.get(key);
  if (known) return known;
  const style = pageStyle(color);
  const made = {
    ...pageStart(`<!doctype html>
<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta name="theme-color" media="(prefers-color-scheme:light)" content="#f7f6f3"><meta name="theme-color" media="(prefers-color-scheme:dark)" content="#121211"><style>${style}</style><script type="module">${pageScript}</script>`),
    styleSource: sourceOf(style),
    scriptSource: sourceOf(pageScript),
  };
  starts.set(key, made);
  return made;
}

/** Source expression of a content security policy for an inline element, by the hash of its text. */
function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
