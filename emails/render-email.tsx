import { render } from "react-email";
import { addressChanged } from "./address-changed";
import { administratorAdded } from "./administrator-added";
import { auditCheckpoint } from "./audit-checkpoint";
import { codeEmail } from "./code-email";
import { deliveryTest } from "./delivery-test";
import type { Brand, Email } from "./email";
import { factorsChanged } from "./factors-changed";
import type { Letter } from "./letter";
import { onboarding } from "./onboarding";
import { LetterHtml } from "./parts/letter-html";
import { letterText } from "./parts/letter-text";
import { withPlainNames } from "./parts/plain";
import { passwordChanged } from "./password-changed";
import { passwordReset } from "./password-reset";
import { setPassword } from "./set-password";
import { trustedDeviceAdded } from "./trusted-device-added";
import { type EmailLocale, emailLocale, type Voice, voiceOf } from "./voice";

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
  const letter = letterOf(withPlainNames(email), brand, voice);
  return {
    locale: voice.locale,
    subject: letter.subject,
    html: await render(<LetterHtml letter={letter} brand={brand} voice={voice} />),
    text: letterText(letter, brand, voice),
  };
}

function letterOf(email: Email, brand: Brand, voice: Voice): Letter {
  switch (email.template) {
    case "login_code":
    case "step_up_code":
      return codeEmail(email, brand, voice);
    case "administrator_added":
      return administratorAdded(email, brand, voice);
    case "audit_checkpoint":
      return auditCheckpoint(email, brand, voice);
    case "delivery_test":
      return deliveryTest(brand, voice);
    case "password_reset":
      return passwordReset(email, brand, voice);
    case "set_password":
      return setPassword(email, brand, voice);
    case "onboarding":
      return onboarding(email, brand, voice);
    case "trusted_device_added":
      return trustedDeviceAdded(email, brand, voice);
    case "password_changed":
      return passwordChanged(email, brand, voice);
    case "address_changed":
      return addressChanged(email, brand, voice);
    case "factors_changed":
      return factorsChanged(email, brand, voice);
  }
}
