import { z } from "zod";
import type { StoredBranding } from "@/lib/core/branding/branding";
import { ofSize } from "@/lib/core/contract/body-size";

/** The largest logo of 64 KiB as base64 within JSON, and the other fields. */
const WITH_LOGO = 128 * 1024;
const MOST = 600;

const fields = {
  display_name: z.string().nullable().meta({
    description: "What pages and emails call the tenant; null for the tenant's own name.",
  }),
  color: z.string().nullable().meta({
    description: "The colour of buttons and links, `#rrggbb`; null for the platform's own.",
  }),
  logo: z.string().nullable().meta({
    description:
      "A `data:` URI of a PNG, JPEG, WebP or plain SVG image of at most 64 KiB, in base64; null for none.",
  }),
  support_url: z
    .string()
    .nullable()
    .meta({ description: "Where users find help: an https: or mailto: address; null for none." }),
  terms_url: z
    .string()
    .nullable()
    .meta({ description: "The terms of use: an https: address; null for none." }),
  privacy_url: z
    .string()
    .nullable()
    .meta({ description: "The privacy policy: an https: address; null for none." }),
};

export const BrandingResource = z.object(fields).meta({
  id: "Branding",
  description: "How the tenant's hosted pages and emails look, as far as the tenant set it.",
});

const short = (field: "display_name" | "color" | "support_url" | "terms_url" | "privacy_url") =>
  z.string().max(MOST).nullable().optional().meta({ description: fields[field].description });

export const BrandingChangesBody = ofSize(
  z
    .strictObject({
      display_name: short("display_name"),
      color: short("color"),
      logo: z
        .string()
        .max(WITH_LOGO)
        .nullable()
        .optional()
        .meta({ description: fields.logo.description }),
      support_url: short("support_url"),
      terms_url: short("terms_url"),
      privacy_url: short("privacy_url"),
    })
    .meta({
      id: "BrandingChanges",
      description: "Fields that are absent stay as they are; null takes a field back.",
    }),
  WITH_LOGO,
);

/** A tenant's own branding settings in wire format. */
export function brandingResponse(stored: StoredBranding | null): z.infer<typeof BrandingResource> {
  return {
    display_name: stored?.displayName ?? null,
    color: stored?.color ?? null,
    logo: stored?.logo ?? null,
    support_url: stored?.supportUrl ?? null,
    terms_url: stored?.termsUrl ?? null,
    privacy_url: stored?.privacyUrl ?? null,
  };
}
