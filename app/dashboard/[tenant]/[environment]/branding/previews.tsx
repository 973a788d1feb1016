import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";

interface Props {
  texts: Catalog["settings"]["brandingForm"];
  place: { tenant: string; environment: string };
  looks: Record<string, string>;
  logoKey: string;
}

const schemes = [
  { name: "light", look: "scheme-light bg-white" },
  { name: "dark", look: "scheme-dark bg-neutral-950" },
] as const;

const pages = [
  { path: "login", height: "h-[42rem]" },
  { path: "email", height: "h-[36rem]" },
] as const;

/** The real sign-in page and a real message in frames, light and dark. Their scripts and forms are
 *  disabled. */
export function Previews({ texts, place, looks, logoKey }: Props) {
  const query = new URLSearchParams({ ...looks, logo: logoKey });
  const base = `/dashboard/branding-preview/${place.tenant}/${place.environment}`;
  return (
    <section aria-labelledby="preview" className="mt-10">
      <h2 id="preview" className="text-lg font-semibold">
        {texts.preview}
      </h2>
      {pages.map(({ path, height }) => (
        <div key={path} className="mt-5">
          <h3 className="mb-3 font-medium">{texts.page[path]}</h3>
          <div className="grid gap-5 md:grid-cols-2">
            {schemes.map(({ name, look }) => (
              <figure key={name} className="min-w-0">
                <iframe
                  title={filled(texts.frame, {
                    page: texts.page[path],
                    scheme: texts.scheme[name],
                  })}
                  src={`${base}/${path}?${query}`}
                  sandbox="allow-same-origin"
                  className={`w-full rounded-2xl border border-neutral-300 dark:border-neutral-700 ${height} ${look}`}
                />
                <figcaption className="mt-2 text-sm text-neutral-600 capitalize dark:text-neutral-400">
                  {texts.scheme[name]}
                </figcaption>
              </figure>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}
