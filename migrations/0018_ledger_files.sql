CREATE TABLE `ledger_files` (
	`ledger` text NOT NULL,
	`file` text NOT NULL,
	`first_row` text NOT NULL,
	`last_row` text NOT NULL,
	`lines` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`moved_at` integer NOT NULL,
	PRIMARY KEY(`ledger`, `file`)
);
--> statement-breakpoint
CREATE INDEX `ledger_files_last` ON `ledger_files` (`ledger`,`last_row`);--> statement-breakpoint
ALTER TABLE `agent_certificates` ADD `not_after` integer;
--> statement-breakpoint
-- The ledgers stay append-only. A row leaves one way alone: a file holds it, and a row here says so.
DROP TRIGGER audit_log_stays;
--> statement-breakpoint
CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log
WHEN NOT EXISTS (SELECT 1 FROM ledger_files WHERE ledger = 'audit_log'
  AND last_row >= printf('%015d', OLD.seq) AND first_row <= printf('%015d', OLD.seq))
BEGIN SELECT raise(abort, 'the audit log is append-only'); END;
--> statement-breakpoint
DROP TRIGGER ai_calls_stay;
--> statement-breakpoint
CREATE TRIGGER ai_calls_stay BEFORE DELETE ON ai_calls
WHEN NOT EXISTS (SELECT 1 FROM ledger_files WHERE ledger = 'ai_calls'
  AND last_row >= OLD.id AND first_row <= OLD.id)
BEGIN SELECT raise(abort, 'the ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_files_keep BEFORE UPDATE ON ledger_files
BEGIN SELECT raise(abort, 'files of the ledgers are only added'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_files_stay BEFORE DELETE ON ledger_files
BEGIN SELECT raise(abort, 'files of the ledgers are only added'); END;
