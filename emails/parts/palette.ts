/** The colours of a message, each as `#rrggbb`. */
export interface Palette {
  ground: string;
  card: string;
  ink: string;
  soft: string;
  line: string;
  /** Background of the button and the mark. */
  accent: string;
  onAccent: string;
  /** Links in running text. */
  accentInk: string;
}

type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** The same as the hosted pages' (app/globals.css). */
const schemes = {
  light: {
    ground: "#f7f6f3",
    card: "#ffffff",
    ink: "#1c1b19",
    soft: "#5d5b55",
    line: "#e4e2dc",
    accent: "#3a4fc4",
  },
  dark: {
    ground: "#121211",
    card: "#1b1b1a",
    ink: "#f3f2ee",
    soft: "#aaa79f",
    line: "#31302d",
    accent: "#98a9ff",
  },
} as const;

/** Returns the palette of a tenant's colour: the nearest to it that keeps a button visible (3:1) and text
 *  readable (4.5:1; WCAG 2.2, 1.4.11 and 1.4.3).
 *  @param color `#rrggbb`, or null for the default */
export function palette(color: string | null, scheme: "light" | "dark"): Palette {
  const base = schemes[scheme];
  const toward = scheme === "light" ? BLACK : WHITE;
  const accent = readableOn(parse(base.card), parse(color ?? base.accent), toward, 3);
  const onAccent = contrast(accent, WHITE) >= 4.5 ? WHITE : BLACK;
  // Of the two backgrounds of links, the one nearer to their own lightness.
  const nearer = scheme === "light" ? base.ground : base.card;
  const ink = readableOn(parse(nearer), accent, toward, 4.5);
  return { ...base, accent: hex(accent), onAccent: hex(onAccent), accentInk: hex(ink) };
}

/** Returns the contrast ratio of two colours, from 1 to 21. */
export function contrastOf(a: string, b: string): number {
  return contrast(parse(a), parse(b));
}

function readableOn(ground: Rgb, color: Rgb, toward: Rgb, atLeast: number): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    // Rounded as it will be written, so that the last digit can't fall below the required ratio.
    const candidate = parse(hex(mix(color, toward, share)));
    if (contrast(candidate, ground) >= atLeast) return candidate;
  }
  return toward;
}

function contrast(a: Rgb, b: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function mix([r1, g1, b1]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb {
  const between = (from: number, to: number) => from * (1 - share) + to * share;
  return [between(r1, r2), between(g1, g2), between(b1, b2)];
}

function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hex(color: Rgb): string {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}
