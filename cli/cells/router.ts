import type { Cell } from "./cell";

const HEAD = (command: string) =>
  `# Leads each host to its cell. Printed by \`atrium cells router --proxy ${command}\` from ATRIUM_CELLS; print it anew when a
# cell comes or goes. What a line is for stands in deploy/${command}. Each cell must name this machine's address in
# ATRIUM_TRUSTED_PROXIES. A host that is no cell's gets no certificate and no page.
`;

/** @throws Error when a cell does not name its servers */
function serversOf({ name, upstreams }: Cell): string[] {
  if (!upstreams) throw new Error(`The cell ${name} has no upstreams: name its servers.`);
  return upstreams;
}

/** Returns the configuration of nginx, for the context `http`: a server and an upstream for each cell. */
export function nginxRouter(cells: readonly Cell[]): string {
  return [
    HEAD("nginx"),
    NGINX_COMMON,
    ...cells.map((cell) => nginxCell(cell)),
    `server {
  listen 443 ssl http2 default_server;
  ssl_reject_handshake on;
}
`,
  ].join("\n");
}

const NGINX_COMMON = `server_tokens off;
ssl_protocols TLSv1.2 TLSv1.3;
ssl_session_tickets off;
gzip off;
# Addresses of links and sign-ins hold secrets in their query: the log has the path alone, and no Referer.
log_format atrium_cells escape=json '{"time":"$time_iso8601","client":"$remote_addr","host":"$host","method":"$request_method",'
  '"path":"$uri","status":$status,"bytes":$body_bytes_sent,"seconds":$request_time,"upstream":"$upstream_addr"}';
large_client_header_buffers 4 16k;
client_header_timeout 10s;
client_body_timeout 10s;
client_max_body_size 512k;
client_body_buffer_size 512k;
send_timeout 60s;
reset_timedout_connection on;
`;

function nginxCell(cell: Cell): string {
  const { hostname } = new URL(cell.address);
  const servers = serversOf(cell).map((one) => `  server ${one} max_fails=1 fail_timeout=1s;`);
  const pool = `cell_${cell.name.replaceAll("-", "_")}`;
  return `upstream ${pool} {
  zone ${pool} 64k;
  least_conn;
${servers.join("\n")}
  keepalive 64;
  keepalive_timeout 2s;
}
server {
  listen 443 ssl http2;
  server_name ${hostname};
  ssl_certificate /etc/letsencrypt/live/${hostname}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${hostname}/privkey.pem;
  access_log /var/log/nginx/atrium.access.log atrium_cells;
  error_log /var/log/nginx/atrium.error.log crit;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-Host $http_host;
  proxy_set_header X-Forwarded-Proto https;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header Forwarded "";
  proxy_set_header Upgrade "";
  proxy_connect_timeout 2s;
  proxy_send_timeout 35s;
  proxy_read_timeout 65s;
  proxy_next_upstream error timeout;
  proxy_next_upstream_tries 2;
  proxy_next_upstream_timeout 5s;
  proxy_buffer_size 16k;
  proxy_buffers 8 16k;
  proxy_max_temp_file_size 0;
  # TLS may have named another cell than the request does.
  if ($ssl_server_name != $host) { return 421; }
  location = /metrics { return 404; }
  location ^~ /metrics/ { return 404; }
  location ~ ^/(api/v1/|access/v1/|oauth/(token|userinfo|jwks)$|\\.well-known/) {
    proxy_buffering off;
    proxy_pass http://${pool};
  }
  location / { proxy_pass http://${pool}; }
}
`;
}

/** Returns the configuration of Caddy: a site for each cell. */
export function caddyRouter(cells: readonly Cell[]): string {
  return [HEAD("caddy") + CADDY_COMMON, ...cells.map((cell) => caddyCell(cell))].join("\n");
}

const CADDY_COMMON = `{
	grace_period 30s
	servers {
		protocols h1 h2
		# TLS may have named another cell than the request does.
		strict_sni_host on
		max_header_size 16KiB
		timeouts {
			read_header 10s
			read_body 1h
			idle 60s
		}
	}
}

(cell) {
	request_body {
		max_size 512KiB
	}
	@metrics path /metrics /metrics/*
	respond @metrics 404
	header {
		-Server
		-Via
		defer
	}
	log {
		format filter {
			wrap json
			fields {
				request>uri regexp \\?.* ""
				request>headers>Referer delete
				resp_headers>Location delete
			}
		}
	}
	reverse_proxy {args[:]} {
		header_up -Forwarded
		request_buffers 512KiB
		lb_policy least_conn
		lb_retries 2
		lb_try_duration 4s
		lb_try_interval 200ms
		lb_retry_match method GET
		fail_duration 1s
		transport http {
			versions 1.1
			dial_timeout 2s
			response_header_timeout 20s
			read_timeout 65s
			write_timeout 35s
			keepalive 2s
			compression off
		}
	}
}
`;

function caddyCell(cell: Cell): string {
  return `${cell.address} {
	import cell ${serversOf(cell).join(" ")}
}
`;
}
