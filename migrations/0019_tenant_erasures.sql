CREATE TABLE `tenant_erasures` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`step` text NOT NULL,
	`place` text NOT NULL,
	`found` integer NOT NULL,
	`counts` text NOT NULL,
	`turn` integer NOT NULL,
	`failed_at` integer,
	`failure` text,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `tenant_erasures_open` ON `tenant_erasures` (`ended_at`,`asked_at`);--> statement-breakpoint
-- An erasure that was asked for stays on record: its id is never given to anybody else.
CREATE TRIGGER tenant_erasures_stay BEFORE DELETE ON tenant_erasures
BEGIN SELECT raise(abort, 'an erasure stays on record'); END;
--> statement-breakpoint
-- Versions of a prompt are still never removed, but with all else of a tenant that is erased.
DROP TRIGGER prompt_versions_stay;
--> statement-breakpoint
CREATE TRIGGER prompt_versions_stay BEFORE DELETE ON prompt_versions
WHEN NOT EXISTS (SELECT 1 FROM tenant_erasures WHERE tenant_id = OLD.owner)
BEGIN SELECT raise(abort, 'versions of a prompt are never removed'); END;
