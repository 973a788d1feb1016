import type { ReactNode } from "react";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface SectionProps {
  id: string;
  title: string;
  intro?: string;
  children?: ReactNode;
}

/** Section of the page, with a title. */
export function Section({ id, title, intro, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {intro && <p className="soft">{intro}</p>}
      {children}
    </section>
  );
}

interface RowProps {
  name: string;
  badge?: string | null;
  /** Known facts; unknown ones are left out. */
  facts: ReactNode[];
  children?: ReactNode;
}

/** Item of a list, with its actions. */
export function Row({ name, badge, facts, children }: RowProps) {
  return (
    <li className="row">
      <div>
        <p className="name">
          {name}
          {badge && <span className="badge">{badge}</span>}
        </p>
        <p className="facts">
          {facts.filter(Boolean).map((fact, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts never change places
            <span key={at}>{fact}</span>
          ))}
        </p>
      </div>
      {children}
    </li>
  );
}

/** Returns a device's name. Most names include the platform already: "Chrome on Windows". */
export function nameOfDevice(
  { t }: PageLook,
  name: string | null,
  platform: string | null,
): string {
  if (name && platform && name.includes(platform)) return name;
  return [name ?? t("security.unknownBrowser"), platform].filter(Boolean).join(" · ");
}
