type Rgb = readonly [number, number, number];

/** The colours of a tenant's pages in one scheme, each as `#rrggbb`. */
export interface BrandPalette {
  /** Background of the main button. */
  accent: string;
  accentHover: string;
  /** Text on the main button. */
  onAccent: string;
  /** Links and focus rings on the page's own background. */
  accentInk: string;
}

/** Minimum contrast of text; icons and rings need less (WCAG 2.2, 1.4.3 at level AA). */
const READABLE = 4.5;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const NEAR_BLACK: Rgb = [14, 14, 13];
/** The least favourable backgrounds of accent text, light and dark (app/globals.css). */
const grounds = { light: [247, 246, 243], dark: [27, 27, 26] } as const satisfies Record<
  string,
  Rgb
>;

/** Returns the palette for a tenant's colour: as near to it as stays readable. A colour too pale for text
 *  on white is darkened, one too deep for the dark scheme lightened; the text on the button is white or
 *  black, whichever has more contrast.
 *  @param color `#rrggbb` */
export function brandPalette(color: string, scheme: "light" | "dark"): BrandPalette {
  const toward = scheme === "light" ? NEAR_BLACK : WHITE;
  const accent = readableOn(grounds[scheme], parse(color), toward, 3);
  const ink = readableOn(grounds[scheme], accent, toward, READABLE);
  // Pure black: on a medium colour anything softer falls just short.
  const on = contrast(accent, WHITE) >= READABLE ? WHITE : BLACK;
  // Away from its text, so that hovering never makes it harder to read.
  const hover = mix(accent, on === WHITE ? NEAR_BLACK : WHITE, 0.12);
  return {
    accent: format(accent),
    accentHover: format(hover),
    onAccent: format(on),
    accentInk: format(ink),
  };
}

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(a: string, b: string): number {
  return contrast(parse(a), parse(b));
}

function readableOn(ground: Rgb, color: Rgb, toward: Rgb, atLeast: number): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    // Rounded as it will be shown, so that the last digit can't fall below the bar.
    const candidate = parse(format(mix(color, toward, share)));
    if (contrast(candidate, ground) >= atLeast) return candidate;
  }
  return toward;
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const [r, g, bl] = [0, 1, 2].map((i) => (a[i] ?? 0) * (1 - share) + (b[i] ?? 0) * share);
  return [r ?? 0, g ?? 0, bl ?? 0];
}

function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function format(color: Rgb): string {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}
