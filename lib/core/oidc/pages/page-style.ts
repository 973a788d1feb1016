import { pageStyle as rules } from "@/generated/page-assets";
import { type BrandPalette, brandPalette } from "@/lib/core/branding/brand-color";

const ownAccents: Record<"light" | "dark", BrandPalette> = {
  light: { accent: "#3a4fc4", accentHover: "#3245b0", onAccent: "#ffffff", accentInk: "#3a4fc4" },
  dark: { accent: "#98a9ff", accentHover: "#b0bdff", onAccent: "#0f1433", accentInk: "#a9b7ff" },
};

/** Colours of a page in one scheme: a tenant's as far as they are legible, or our own. */
export function accentsOf(color: string | null, scheme: "light" | "dark"): BrandPalette {
  return color ? brandPalette(color, scheme) : ownAccents[scheme];
}

/** Style of the hosted pages, in a tenant's colour if it has one. */
export function pageStyle(color: string | null): string {
  return `:root{${accents(color, "light")}}@media(prefers-color-scheme:dark){:root{${accents(color, "dark")}}}${rules}`;
}

function accents(color: string | null, scheme: "light" | "dark"): string {
  const { accent, accentHover, onAccent, accentInk } = accentsOf(color, scheme);
  return `--accent:${accent};--accent-hover:${accentHover};--on-accent:${onAccent};--accent-ink:${accentInk}`;
}
