// `npm run emails`: writes every message in every language to .atrium/emails, with a page that lists them.

import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { renderEmail } from "@/emails/render-email";
import type { Brand } from "@/emails/template";
import { emailSamples } from "@/emails/templates";
import { emailLocales } from "@/emails/voice";

const FOLDER = resolve(".atrium/emails");

/** A brand with its own colour, one whose colour is too pale for text on white, and ours. */
const brands: Record<string, Brand> = {
  acme: { name: "Acme", color: "#0f766e", supportUrl: "https://help.acme.example", logoCid: null },
  pale: { name: "Pale & Co", color: "#ffe066", supportUrl: null, logoCid: null },
  plain: { name: "Atrium", color: null, supportUrl: null, logoCid: null },
};

mkdirSync(FOLDER, { recursive: true });
const rows: string[] = [];
for (const [name, email] of Object.entries(emailSamples)) {
  const cells: string[] = [];
  for (const locale of emailLocales) {
    for (const [look, brand] of Object.entries(brands)) {
      // The other brands differ in colour only: one language shows them.
      if (look !== "acme" && locale !== "en") continue;
      const { subject, html, text } = await renderEmail(email, { locale, brand });
      const file = [name, locale, ...(look === "acme" ? [] : [look])].join(".");
      writeFileSync(join(FOLDER, `${file}.html`), html);
      writeFileSync(join(FOLDER, `${file}.txt`), `Subject: ${subject}\n\n${text}`);
      const label = look === "acme" ? locale : look;
      cells.push(`<a href="${file}.html">${label}</a> <a href="${file}.txt">(text)</a>`);
    }
  }
  rows.push(`<tr><th>${name}</th><td>${cells.join(" · ")}</td></tr>`);
}
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Emails</title>
<style>:root{color-scheme:light dark}body{font:16px/1.6 system-ui;margin:3rem auto;max-width:60rem;padding:0 1rem}
th{text-align:start;padding:.5rem 2rem .5rem 0;white-space:nowrap;vertical-align:top}</style>
<h1>Emails</h1><table>${rows.join("\n")}</table></html>`;
const list = join(FOLDER, "list.html");
writeFileSync(list, page);
console.log(`Every email, in every language: ${pathToFileURL(list).href}`);
