import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { pageScript } from "@/generated/page-assets";
import { type PageStart, pageStart } from "@/lib/core/oidc/pages/compressed-page";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { pageStyle } from "@/lib/core/oidc/pages/page-style";
import { singleton } from "@/lib/kernel/process/singleton";

/** What pages of one language and colour begin with, and the sources that their policy lets in. */
interface Start extends PageStart {
  styleSource: string;
  scriptSource: string;
}

// A tenant chooses its colour, so their number is bounded here.
const starts = singleton("page-starts", () => new LRUCache<string, Start>({ max: 500 }));

/** The page up to what is its own: language, style and script. */
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

/** How a content security policy names an element by what is in it. */
function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
