import { palette } from "./palette";

/** Styles that can't be inline: the dark scheme and small screens. Mail programs that drop them show the
 *  light message, which is complete. Colours are named as classes so that one rule changes each of them. */
export function stylesheet(color: string | null): string {
  const dark = palette(color, "dark");
  const rules = [
    `.ground{background-color:${dark.ground}!important}`,
    `.card{background-color:${dark.card}!important;border-color:${dark.line}!important}`,
    `.well{background-color:${dark.ground}!important;border-color:${dark.line}!important}`,
    `.ink{color:${dark.ink}!important}`,
    `.soft{color:${dark.soft}!important}`,
    `.rule{border-color:${dark.line}!important}`,
    `.accent{background-color:${dark.accent}!important;color:${dark.onAccent}!important}`,
    `.quiet{color:${dark.ink}!important;border-color:${dark.line}!important}`,
    `.link{color:${dark.accentInk}!important}`,
    `.logo{background-color:#ffffff!important}`,
  ];
  // Outlook's dark mode on the web marks its changes with data-ogsc and data-ogsb instead.
  const outlook = rules.flatMap((rule) => [`[data-ogsc] ${rule}`, `[data-ogsb] ${rule}`]);
  return [
    ":root{color-scheme:light dark;supported-color-schemes:light dark}",
    `@media (prefers-color-scheme:dark){${rules.join("")}}`,
    outlook.join(""),
    "@media (max-width:480px){.frame{padding:24px 14px 32px!important}.card{padding:28px 22px 14px!important}.digits{font-size:30px!important;letter-spacing:6px!important}}",
  ].join("");
}
