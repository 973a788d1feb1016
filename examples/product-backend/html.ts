/** Markup that may be sent unescaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | Html[] | string | number | false | null | undefined;

/** A template whose values are escaped, unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + part + rendered(values[index]), ""));
}

function rendered(value: Value): string {
  if (value === undefined || value === null || value === false) return "";
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(rendered).join("");
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

interface Page {
  title: string;
  body: Html;
  /** Address of the signed-in user; the header then has the sign-out button. */
  email?: string;
  notice?: string | null;
  error?: string | null;
}

/** A whole page. */
export function page({ title, body, email, notice, error }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · Fieldnotes</title>
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <header>
    <a class="brand" href="/">Fieldnotes</a>
    ${
      email
        ? html`<nav aria-label="Account">
      <a href="/security">Account security</a>
      <form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>
    </nav>`
        : null
    }
  </header>
  <main${new Html(email ? "" : ' class="narrow"')}>
    <h1>${title}</h1>
    ${notice ? html`<p class="notice" role="status">${notice}</p>` : null}
    ${error ? html`<p class="error" role="alert">${error}</p>` : null}
    ${body}
  </main>
</body>
</html>`.text;
}
