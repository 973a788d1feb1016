import type { ImportFormat } from "@/lib/features/migration/import/import-formats";

/** Formats that the form accepts, by the product that writes them; product names are the same in every
 *  language. */
export const formatNames: Record<ImportFormat, string> = {
  ndjson: "NDJSON",
  csv: "CSV",
  auth0: "Auth0",
  keycloak: "Keycloak",
  firebase: "Firebase",
  cognito: "Amazon Cognito",
  logto: "Logto",
  "better-auth": "better-auth",
};

export const formats = Object.keys(formatNames) as [ImportFormat, ...ImportFormat[]];
