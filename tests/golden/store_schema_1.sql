BEGIN TRANSACTION;
CREATE TABLE entrants (
        entrant INTEGER PRIMARY KEY,  -- from 0, the index that fixtures go by
        name TEXT NOT NULL UNIQUE,
        bot TEXT NOT NULL
    );
INSERT INTO "entrants" VALUES(0,'ada','ada:depth=4');
INSERT INTO "entrants" VALUES(1,'bob','bob:depth=4');
INSERT INTO "entrants" VALUES(2,'cleo','cleo:depth=4');
INSERT INTO "entrants" VALUES(3,'dan','dan:depth=4');
CREATE TABLE matches (
        number INTEGER PRIMARY KEY,   -- from 1, in order of arrival
        fixture TEXT NOT NULL UNIQUE,
        stage INTEGER NOT NULL,       -- from 1
        match_group INTEGER NOT NULL, -- matches with the same opening, the seats rotated
        seed INTEGER NOT NULL,
        opening TEXT NOT NULL,        -- JSON: joint moves before the bots were asked
        how TEXT NOT NULL CHECK (how IN ('rules', 'forfeit')),
        rounds INTEGER NOT NULL,
        seconds REAL NOT NULL,
        load REAL,                    -- of the machine when the match began
        started TEXT NOT NULL,        -- ISO 8601, UTC; empty where not known
        finished TEXT NOT NULL,
        record TEXT NOT NULL          -- file name in the folder of records
    );
INSERT INTO "matches" VALUES(1,'m000',1,0,0,'[]','rules',3,0.25,0.5,'2025-03-01T12:00:00.000+00:00','2025-03-01T12:00:00.250+00:00','m000.jsonl.gz');
INSERT INTO "matches" VALUES(2,'m001',1,0,0,'[]','rules',3,0.25,0.5,'2025-03-01T12:00:00.000+00:00','2025-03-01T12:00:00.250+00:00','m001.jsonl.gz');
INSERT INTO "matches" VALUES(3,'m002',1,1,1,'[]','forfeit',3,0.25,0.5,'2025-03-01T12:00:00.000+00:00','2025-03-01T12:00:00.250+00:00','m002.jsonl.gz');
INSERT INTO "matches" VALUES(4,'m003',1,1,1,'[]','forfeit',3,0.25,0.5,'2025-03-01T12:00:00.000+00:00','2025-03-01T12:00:00.250+00:00','m003.jsonl.gz');
INSERT INTO "matches" VALUES(5,'m004',1,2,2,'[]','forfeit',3,0.25,0.5,'2025-03-01T12:00:00.000+00:00','2025-03-01T12:00:00.250+00:00','m004.jsonl.gz');
INSERT INTO "matches" VALUES(6,'m005',1,2,2,'[]','rules',3,0.25,0.5,'2025-03-01T12:00:00.000+00:00','2025-03-01T12:00:00.250+00:00','m005.jsonl.gz');
CREATE TABLE meta (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) WITHOUT ROWID
    ;
INSERT INTO "meta" VALUES('records','autumn-records');
INSERT INTO "meta" VALUES('schema','1');
INSERT INTO "meta" VALUES('tournament','{"name":"autumn","bots":[{"bot":"ada:depth=4","name":"ada"},{"bot":"bob:depth=4","name":"bob"},{"bot":"cleo:depth=4","name":"cleo"},{"bot":"dan:depth=4","name":"dan"}],"format":"round-robin","game":"light-riders","settings":{},"matches":2,"rounds":0,"seed":1,"openings":{"rounds":0,"file":""},"time":{"timebank":10000,"time_per_move":200,"start_allowance":5000,"ask":"together","on_failure":"forfeit","strict":false,"in_process":false},"concurrency":0}');
CREATE TABLE seats (
        match INTEGER NOT NULL REFERENCES matches,
        seat INTEGER NOT NULL,        -- from 0
        entrant INTEGER NOT NULL REFERENCES entrants,
        place INTEGER NOT NULL,       -- 1 is the best, equals share a place
        score REAL NOT NULL,          -- the game's own points
        points REAL NOT NULL,         -- share of the others that were beaten, ties half
        termination TEXT NOT NULL,
        detail TEXT NOT NULL,
        warnings INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        wall_ms REAL NOT NULL,
        cpu_ms REAL,
        most_wall_ms REAL NOT NULL,
        most_cpu_ms REAL,
        bank_left_ms INTEGER NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID
    ;
INSERT INTO "seats" VALUES(1,0,0,1,9.0,1.0,'survived','',0,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(1,1,1,2,8.0,0.0,'eliminated','',1,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(2,0,1,1,9.0,0.5,'eliminated','',1,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(2,1,0,1,9.0,0.5,'eliminated','',0,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(3,0,0,1,9.0,1.0,'survived','',0,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(3,1,2,2,8.0,0.0,'late','no answer after 200 ms',2,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(4,0,2,2,8.0,0.0,'late','no answer after 200 ms',2,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(4,1,0,1,9.0,1.0,'survived','',0,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(5,0,1,2,8.0,0.0,'exited','',1,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(5,1,2,1,9.0,1.0,'survived','',2,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(6,0,2,1,9.0,1.0,'survived','',2,3,4.5,2.25,2.5,NULL,9876);
INSERT INTO "seats" VALUES(6,1,1,2,8.0,0.0,'eliminated','',1,3,4.5,2.25,2.5,NULL,9876);
CREATE VIEW results AS
    SELECT
        seats.*,
        name,
        bot,
        CASE
            WHEN points = 1 THEN 'won'
            WHEN place = 1 AND points > 0 THEN 'drawn'
            ELSE 'lost'
        END AS outcome
    FROM seats JOIN entrants USING (entrant);
CREATE VIEW meetings AS
    SELECT
        mine.match,
        mine.seat,
        mine.entrant,
        other.seat AS other_seat,
        other.entrant AS other,
        (mine.place < other.place) + (mine.place = other.place) / 2.0 AS points
    FROM seats AS mine JOIN seats AS other
        ON other.match = mine.match AND other.seat <> mine.seat;
COMMIT;
