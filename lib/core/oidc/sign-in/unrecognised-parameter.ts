import { nearest } from "@/lib/core/http/nearest";
import { printable } from "@/lib/core/oidc/http/form";

interface KnownSender {
  name: RegExp;
  /** Pattern of the value, where the name alone does not identify the sender. */
  value?: RegExp;
  /** Change that the developer must make. */
  remedy: string;
}

const fromLink = "it comes from a link: build the request without the parameters of the page";

/** Parameters that libraries send by default, or that are copied from other addresses. They would
 *  have no effect here, and are refused like any other (spec, Other endpoints named), with a hint
 *  how to switch them off. */
const senders: readonly KnownSender[] = [
  {
    name: /^(x-client-|x-app-|client-request-id$|client_info$)/i,
    value: /^msal/i,
    remedy: "MSAL sends it to every server: use a library for any OpenID provider",
  },
  {
    name: /^x-client-(sku|ver)$/i,
    remedy: "ASP.NET Core: set DisableTelemetry = true in AddOpenIdConnect",
  },
  {
    name: /^(x-client-|x-app-|client-request-id$|client_info$)/i,
    remedy: "MSAL sends it to every server: use a library for any OpenID provider",
  },
  {
    name: /^auth0Client$/i,
    remedy: "Auth0's libraries send it: use a library for any OpenID provider",
  },
  { name: /^audience$/, remedy: "a token has one audience here: leave the setting out" },
  { name: /^access_type$/, remedy: "a refresh token comes without it: leave the setting out" },
  { name: /^(utm_.*|gclid|fbclid|msclkid|_gl|_ga)$/i, remedy: fromLink },
];

/** Error for an unrecognised parameter of an authorization request: its name, and how to switch it off or
 *  spell it, where that is known. */
export function unrecognised(name: string, value: string, recognised: ReadonlySet<string>): string {
  const description = `unrecognized parameter ${printable(name)}`;
  const sender = senders.find(
    (one) => one.name.test(name) && (one.value === undefined || one.value.test(value)),
  );
  if (sender) return `${description} (${sender.remedy})`;
  const meant = nearest(name, recognised);
  return meant === null ? description : `${description} (did you mean ${meant}?)`;
}
