DROP INDEX `agents_state`;--> statement-breakpoint
CREATE INDEX `agents_now` ON `agents` (`tenant_id`,(CASE
    WHEN revoked_at IS NOT NULL THEN 0
    WHEN last_seen = 0 THEN 1
    WHEN health = 'error' THEN 5
    WHEN health = 'degraded' OR conflict = 1 THEN 6
    ELSE 7 END),((last_seen + watched * 900000) + CASE
    WHEN 3000 * interval_s > 2592000000 THEN 2592000000
    WHEN 3000 * interval_s > 180000 THEN 3000 * interval_s ELSE 180000 END),((last_seen + watched * 900000) + CASE
    WHEN 10000 * interval_s > 2592000000 THEN 2592000000
    WHEN 10000 * interval_s > 900000 THEN 10000 * interval_s ELSE 900000 END),(last_seen + watched * 900000),cert_expiring_from,last_seen,`role`,`region`);