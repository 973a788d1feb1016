import { missing } from "@/lib/errors";
import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";
import { type BrandPalette, brandPalette } from "@/lib/tenants/brand-color";

/** The colours of a tenant's pages as a style sheet, named for the colour they come from. A sheet of its own,
 *  because the pages' policy allows no inline styles, and because it can be kept for ever. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ color: string }>({
  GET: publicRoute<{ color: string }>(async ({ params }) => {
    const hex = /^([0-9a-f]{6})\.css$/.exec(params.color)?.[1];
    if (!hex) throw missing();
    const sheet = `:root{${declarations(brandPalette(`#${hex}`, "light"))}}
@media (prefers-color-scheme:dark){:root{${declarations(brandPalette(`#${hex}`, "dark"))}}}
`;
    return new Response(sheet, {
      headers: {
        "content-type": "text/css; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
      },
    });
  }),
});

function declarations(palette: BrandPalette): string {
  return `--accent:${palette.accent};--accent-hover:${palette.accentHover};--on-accent:${palette.onAccent};--accent-ink:${palette.accentInk}`;
}
