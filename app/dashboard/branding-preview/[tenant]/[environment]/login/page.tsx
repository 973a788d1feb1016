import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { LoginForm } from "@/app/(hosted)/login/login-form";
import type { Place } from "@/app/dashboard/administrator";
import { brandingDraft } from "@/app/dashboard/branding-preview/draft";
import { brandingOf } from "@/lib/tenants/branding";

export const metadata: Metadata = { title: "Preview of the sign-in page" };

interface Props {
  params: Promise<Place>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The sign-in page as it would look, made of its own parts. It is shown in a frame that runs and sends nothing. */
export default async function LoginPreview({ params, searchParams }: Props) {
  const { tenantName, draft } = await brandingDraft(await params, await searchParams);
  const t = await getTranslations("login");
  return (
    <NextIntlClientProvider>
      <div className="bg-ground text-ink" inert>
        <HostedCard
          branding={brandingOf(tenantName, draft)}
          title={t("title")}
          intro={t("intro", { client: "Example app" })}
        >
          <LoginForm
            address={{ interaction: "", client: "" }}
            loginHint="ada@example.com"
            forgotHref="#"
          />
        </HostedCard>
      </div>
    </NextIntlClientProvider>
  );
}
