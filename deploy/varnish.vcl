vcl 4.1;

import std;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = {
    .url = "/healthz";
    .interval = 5s;
    .timeout = 2s;
  }
}

sub vcl_recv {
  if (req.method == "BAN") {
    # Not by address: behind a proxy for TLS, all requests come from this machine.
    if (req.http.X-Purge-Key != "change-this-secret") {
      return (synth(403));
    }
    # Pages only: other files are kept under the hash of their content.
    ban("obj.http.Content-Type ~ ^text/html");
    return (synth(200));
  }
  if (req.http.Upgrade ~ "(?i)websocket") {
    return (pipe);
  }
  if (req.http.Accept-Encoding ~ "br") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "gzip") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  if (std.healthy(req.backend_hint)) {
    set req.grace = 60s;
  }
  if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization || req.url ~ "^/api/") {
    return (pass);
  }
  # Pages do not depend on cookies, which Varnish would otherwise not look past.
  return (hash);
}

sub vcl_pipe {
  set bereq.http.Upgrade = req.http.Upgrade;
  set bereq.http.Connection = req.http.Connection;
}

sub vcl_backend_response {
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  if (beresp.http.Cache-Control !~ "s-maxage|immutable") {
    set beresp.uncacheable = true;
    set beresp.ttl = 120s;
    return (deliver);
  }
  if (beresp.http.Cache-Control ~ "stale-if-error=86400") {
    set beresp.grace = 24h;
  }
}
