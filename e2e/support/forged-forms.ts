import { expect, type Page } from "@playwright/test";
import { environment } from "./environment";

interface Form {
  action: string;
  fields: Record<string, string>;
}

/** Values of the form's Origin header: another site, an opaque origin, none. */
const ORIGINS = ["https://attacker.example", "null", undefined];

/** Returns the forms of a page without JavaScript, each with its hidden fields. */
async function formsOf(page: Page, address: string): Promise<Form[]> {
  const html = await (await page.request.get(address)).text();
  return page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "text/html");
    return [...parsed.querySelectorAll("form")]
      .filter((form) => form.getAttribute("method")?.toLowerCase() === "post")
      .map((form) => ({
        action: form.getAttribute("action") ?? "",
        fields: Object.fromEntries(
          [...form.querySelectorAll("input")].map((input) => [input.name, input.value]),
        ),
      }));
  }, html);
}

/** Values that an attacker would like to submit, in any form. */
const wishes = { password: "chosen by an attacker", answer: "allow", intent: "enter" };

function post(page: Page, address: string, { action, fields }: Form, origin: string | undefined) {
  return page.request.post(new URL(action || address, address).href, {
    headers: origin === undefined ? {} : { origin },
    multipart: { ...fields, ...wishes },
    maxRedirects: 0,
  });
}

/** Posts every form of a page as a page of another site would, with this browser's cookies. Each is refused,
 *  none sets or sends anything, and the page stays the same. */
export async function forgeForms(page: Page, address: string): Promise<void> {
  const forms = await formsOf(page, address);
  expect(forms.length, `${address} has no form`).toBeGreaterThan(0);
  for (const form of forms)
    for (const origin of ORIGINS) {
      const response = await post(page, address, form, origin);
      expect(response.status(), `${address} from ${origin}`).toBe(403);
      expect(response.headers().location).toBeUndefined();
      expect(response.headers()["set-cookie"]).toBeUndefined();
    }
  expect((await formsOf(page, address)).length, `${address} afterwards`).toBe(forms.length);
}

/** Posts a page's first form as the page itself does, to show that only the origin made the difference. */
export async function sendOwnForm(page: Page, address: string): Promise<void> {
  const [form] = await formsOf(page, address);
  if (!form) throw new Error(`${address} has no form`);
  const response = await page.request.post(new URL(form.action || address, address).href, {
    headers: { origin: new URL(environment().baseUrl).origin },
    form: { ...form.fields, ...wishes },
    maxRedirects: 0,
  });
  // Accepted, or refused for its content.
  expect([303, 422], address).toContain(response.status());
}
