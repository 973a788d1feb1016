import type { Block, Letter } from "../letter";
import type { Brand } from "../template";
import type { Voice } from "../voice";

/** The message as plain text. It is complete: every code, address and fact is in it. */
export function letterText({ title, blocks, footer }: Letter, brand: Brand, { t }: Voice): string {
  const support = brand.supportUrl ? [`${t("common.support")} ${brand.supportUrl}`] : [];
  const parts = [
    title,
    ...blocks.map(blockText),
    ["-- ", footer ?? t("common.footer", { name: brand.name }), ...support].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "text":
    case "note":
      return block.text;
    case "verbatim":
      return block.text;
    case "code":
      return `    ${block.code}`;
    case "action":
      return `${block.label}:\n${block.href}`;
    case "facts":
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
  }
}
