import type { ReactNode } from "react";
import { localeNames, locales } from "@/i18n/locales";
import { Icon } from "@/lib/core/oidc/pages/icons";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface FrameProps {
  look: PageLook;
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
}

/** Layout of every hosted page: branding, title and content, and the links below. */
export function Frame({ look, title, intro, children }: FrameProps) {
  return (
    <div className="page">
      <main>
        <Brand look={look} />
        <h1>{withWholeWords(title)}</h1>
        {intro && <p className="intro">{intro}</p>}
        <div className="content">
          <Offline look={look} />
          {children}
        </div>
      </main>
      <Footer look={look} />
    </div>
  );
}

/** Longest word that stays on one line, in characters: one of them fits the narrowest page. */
const SHORT_WORD = 16;

/** A title whose short hyphenated words are not broken: "sign-" at the end of a line looks like a mistake. */
function withWholeWords(title: string): ReactNode {
  return title.split(/(\p{L}+(?:-\p{L}+)+)/u).map((part, index) =>
    index % 2 === 1 && part.length <= SHORT_WORD ? (
      <span key={part} className="whole">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

function Brand({ look: { branding } }: { look: PageLook }) {
  const name = branding?.name ?? "Atrium";
  return (
    <div className="brand">
      {branding?.logo ? (
        <img className="mark" src={branding.logo} alt="" width="40" height="40" />
      ) : (
        <span className="mark" aria-hidden="true">
          {initialOf(name)}
        </span>
      )}
      <span>{name}</span>
    </div>
  );
}

/** First letter of a name, for its mark. */
export function initialOf(name: string): string {
  return [...name][0]?.toUpperCase() ?? "";
}

/** Message of a form that could not be sent (browser/send-once.ts). */
function Offline({ look: { t } }: { look: PageLook }) {
  return (
    <div id="offline" role="alert" tabIndex={-1} hidden className="notice danger">
      <Icon name="alert" />
      <div>{t("common.offline")}</div>
    </div>
  );
}

function Footer({ look }: { look: PageLook }) {
  const { t, branding } = look;
  const links = [
    [t("common.support"), branding?.supportUrl],
    [t("common.terms"), branding?.termsUrl],
    [t("common.privacy"), branding?.privacyUrl],
  ].filter((link): link is [string, string] => Boolean(link[1]));
  return (
    <footer>
      {look.here ? <Languages look={look} here={look.here} /> : null}
      {links.length > 0 && (
        <ul className="links">
          {links.map(([label, href]) => (
            <li key={label}>
              <a href={href} rel="noreferrer">
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </footer>
  );
}

/** Plain links behind a disclosure: it works without scripts, and a full load also sets the page's
 *  language and direction. */
function Languages({ look, here }: { look: PageLook; here: string }) {
  const { t, locale: current } = look;
  const [path, search] = here.split("?", 2);
  const addressIn = (locale: string) => {
    const query = new URLSearchParams(search);
    query.set("lang", locale);
    return `${path}?${query}`;
  };
  return (
    <details>
      <summary>
        <Icon name="languages" size={16} />
        <span className="unseen">{t("common.language")}: </span>
        {localeNames[current]}
      </summary>
      <ul>
        {locales.map((locale) => (
          <li key={locale}>
            <a
              href={addressIn(locale)}
              lang={locale}
              aria-current={locale === current || undefined}
            >
              {localeNames[locale]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
