import { ArrowRight } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { SignedIn } from "@/app/(hosted)/account-security/signed-in";
import { listReachableApplications } from "@/lib/oidc/reachable-applications";

/** The applications that somebody who is signed in may go on to. */
export async function Applications({ person }: { person: SignedIn }) {
  const t = await getTranslations("setPassword");
  const applications = await listReachableApplications(person.caller, person.owner.userId);
  if (applications.length === 0) return <p className="text-soft">{t("goBack")}</p>;
  return (
    <nav aria-label={t("applications")}>
      <ul className="space-y-3">
        {applications.map(({ clientId, name, home }) => (
          <li key={clientId}>
            <a href={home} className="button button-quiet w-full justify-between" rel="noreferrer">
              <span className="min-w-0">{name}</span>
              <ArrowRight aria-hidden className="size-5 shrink-0 rtl:rotate-180" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
