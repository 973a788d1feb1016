import { createHash } from "node:crypto";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { titled } from "@/app/dashboard/_request/make-page";
import { type Words, wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { brandingOf } from "@/lib/core/branding/branding";
import { readStoredBranding } from "@/lib/core/branding/branding-store";
import { LARGEST_LOGO_BYTES } from "@/lib/core/branding/logo";
import { inBatch } from "@/lib/kernel/db/batch";
import { changeLogoAction, removeLogoAction } from "./actions";
import { BrandingForm } from "./branding-form";
import { LogoInput, OnBothGrounds } from "./logo-input";

export const generateMetadata = titled("settings", "branding.title");

/** Look of the tenant's hosted pages and emails. */
export default async function BrandingPage({ params }: { params: Promise<Place> }) {
  const { t, texts } = await wordsOf("settings");
  const { tenant: tenantId, environment } = await params;
  const place = { tenant: tenantId, environment };
  const { caller, tenant } = await administratorIn(place);
  const stored = await inBatch(caller, readStoredBranding);
  const { logo } = brandingOf(tenant.tenantName, stored);
  const mayChange = mayActAs(tenant.role, "admin");
  return (
    <>
      <PageHead title={t("branding.title")} about={t("branding.about")} />
      <LogoCard place={place} logo={logo} mayChange={mayChange} words={{ t, texts }} />
      <BrandingForm
        texts={texts.brandingForm}
        place={place}
        tenantName={tenant.tenantName}
        saved={{
          displayName: stored?.displayName ?? "",
          color: stored?.color ?? "",
          supportUrl: stored?.supportUrl ?? "",
          termsUrl: stored?.termsUrl ?? "",
          privacyUrl: stored?.privacyUrl ?? "",
        }}
        logoKey={logo ? createHash("sha256").update(logo).digest("hex").slice(0, 12) : ""}
        mayChange={mayChange}
      />
    </>
  );
}

interface LogoCardProps {
  place: Place;
  logo: string | null;
  mayChange: boolean;
  words: Pick<Words<"settings">, "t" | "texts">;
}

function LogoCard({ place, logo, mayChange, words: { t, texts } }: LogoCardProps) {
  return (
    <div className="mb-6">
      <Card>
        <h2 className="font-semibold">{t("branding.logo")}</h2>
        <div className="mt-1 flex flex-wrap items-end gap-4">
          {logo ? (
            <OnBothGrounds logo={logo} />
          ) : (
            <p className="text-sm text-neutral-600 dark:text-neutral-400">{t("branding.noLogo")}</p>
          )}
          {logo && mayChange && (
            <ActionForm action={removeLogoAction} submit={t("branding.removeLogo")} tone="quiet">
              <PlaceFields place={place} />
            </ActionForm>
          )}
        </div>
        {mayChange && (
          <div className="mt-5 max-w-xl">
            <ActionForm
              action={changeLogoAction}
              submit={t("branding.saveLogo")}
              className="space-y-4"
            >
              <PlaceFields place={place} />
              <LogoInput texts={texts.logoInput} largestBytes={LARGEST_LOGO_BYTES} />
            </ActionForm>
          </div>
        )}
      </Card>
    </div>
  );
}
