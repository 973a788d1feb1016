import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CardHeading } from "@/app/_components/card-heading";
import { LanguageSwitcher } from "@/app/_components/language-switcher";
import type { Branding } from "@/lib/tenants/branding";

interface Props {
  /** Whose page it is; null when that is not known (yet). */
  branding: Branding | null;
  /** Absent where the children say it themselves, because it changes with what they show. */
  title?: string;
  intro?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
}

/** The frame of every hosted page: whose it is, what it asks, and the ways out below. */
export async function HostedCard({ branding, title, intro, wide = false, children }: Props) {
  const width = wide ? "max-w-2xl" : "max-w-[26.5rem]";
  return (
    // Hung from the top, not centred: what comes later, an error or the page's end, must not move what is there.
    <div className="flex min-h-dvh flex-col items-center px-4 pt-6 pb-8 sm:px-6 sm:pt-[clamp(1.5rem,11vh,8rem)]">
      {branding?.color && (
        <link rel="stylesheet" href={`/brand/${branding.color.slice(1)}.css`} precedence="brand" />
      )}
      <main
        className={`w-full ${width} rounded-3xl border border-line bg-card px-5 py-8 shadow-[0_1px_2px_rgb(0_0_0/0.04),0_12px_40px_-12px_rgb(0_0_0/0.08)] sm:px-10 sm:py-10`}
      >
        <Brand branding={branding} />
        {title && <CardHeading title={title} intro={intro} />}
        {children && <div className={title ? "mt-8" : ""}>{children}</div>}
      </main>
      <Footer branding={branding} width={width} />
    </div>
  );
}

function Brand({ branding }: { branding: Branding | null }) {
  const name = branding?.name ?? "Atrium";
  return (
    <div className="mb-8 flex min-h-10 items-center gap-3">
      {branding?.logo ? (
        // biome-ignore lint/performance/noImgElement: a data: URI has nothing to optimise
        <img
          src={branding.logo}
          alt=""
          className="size-10 rounded-xl object-contain"
          width="40"
          height="40"
        />
      ) : (
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent text-lg font-semibold text-on-accent"
        >
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <span className="min-w-0 text-[0.9375rem] font-semibold">{name}</span>
    </div>
  );
}

async function Footer({ branding, width }: { branding: Branding | null; width: string }) {
  const t = await getTranslations("common");
  const links = [
    [t("support"), branding?.supportUrl],
    [t("terms"), branding?.termsUrl],
    [t("privacy"), branding?.privacyUrl],
  ] as const;
  return (
    <footer
      className={`mt-4 flex w-full ${width} flex-wrap items-center justify-between gap-x-5 gap-y-1 px-2 text-sm text-soft`}
    >
      <LanguageSwitcher />
      <ul className="flex flex-wrap gap-x-5">
        {links.map(
          ([label, href]) =>
            href && (
              <li key={label}>
                <a
                  className="inline-flex min-h-10 items-center hover:underline"
                  href={href}
                  rel="noreferrer"
                >
                  {label}
                </a>
              </li>
            ),
        )}
      </ul>
    </footer>
  );
}
