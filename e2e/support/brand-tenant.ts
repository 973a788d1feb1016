import pg from "pg";
import { environment } from "./environment";

interface Brand {
  color: string | null;
  logo: string | null;
  displayName?: string | null;
  supportUrl?: string | null;
  termsUrl?: string | null;
  privacyUrl?: string | null;
}

/** Sets a tenant's branding, as its administrator would in the dashboard. */
export async function brandTenant(publicId: string, brand: Brand): Promise<void> {
  const client = new pg.Client({ connectionString: environment().databaseOwnerUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO tenant_branding (tenant_id, display_name, color, logo, support_url, terms_url, privacy_url)
       SELECT id, $2, $3, $4, $5, $6, $7 FROM tenants WHERE public_id = $1
       ON CONFLICT (tenant_id) DO UPDATE SET display_name = excluded.display_name, color = excluded.color,
         logo = excluded.logo, support_url = excluded.support_url, terms_url = excluded.terms_url,
         privacy_url = excluded.privacy_url`,
      [
        ...[publicId, brand.displayName ?? null, brand.color, brand.logo],
        ...[brand.supportUrl ?? null, brand.termsUrl ?? null, brand.privacyUrl ?? null],
      ],
    );
  } finally {
    await client.end();
  }
}
