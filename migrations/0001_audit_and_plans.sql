-- The audit log only grows: whoever holds the database binding still cannot rewrite it by accident.
CREATE TRIGGER audit_log_keeps BEFORE UPDATE ON audit_log
BEGIN SELECT raise(abort, 'the audit log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log
BEGIN SELECT raise(abort, 'the audit log is append-only'); END;
--> statement-breakpoint
INSERT INTO plans (id, name, monthly_quota, currency, unit_price_micros, weights, retention_days) VALUES
  ('free', 'Free', 10000, 'EUR', 0, '{"urlsearch":1,"ipsearch":1,"dnssearch":1,"darkweb":1,"antispam":1}', 30),
  ('team', 'Team', 500000, 'EUR', 400, '{"urlsearch":1,"ipsearch":1,"dnssearch":1,"darkweb":1,"antispam":1}', 90),
  ('enterprise', 'Enterprise', 20000000, 'EUR', 150, '{"urlsearch":1,"ipsearch":1,"dnssearch":1,"darkweb":1,"antispam":1}', 365);
