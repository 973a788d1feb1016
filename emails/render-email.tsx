import { render } from "react-email";
import { LetterHtml } from "./parts/letter-html";
import { letterText } from "./parts/letter-text";
import { withPlainNames } from "./parts/plain";
import type { Brand } from "./template";
import { type Email, templates } from "./templates";
import { type EmailLocale, emailLocale, voiceOf } from "./voice";

export interface RenderedEmail {
  locale: EmailLocale;
  subject: string;
  html: string;
  text: string;
}

/** Renders a message as HTML and plain text.
 *  @param locale a language tag; an unsupported one falls back to English
 *  @throws Error when a catalog lacks a sentence */
export async function renderEmail(
  email: Email,
  { locale, brand }: { locale: string; brand: Brand },
): Promise<RenderedEmail> {
  const voice = voiceOf(emailLocale(locale));
  // The template has the type of its own message alone.
  const letter = templates[email.template].letter(withPlainNames(email) as never, brand, voice);
  return {
    locale: voice.locale,
    subject: letter.subject,
    html: await render(<LetterHtml letter={letter} brand={brand} voice={voice} />),
    text: letterText(letter, brand, voice),
  };
}
