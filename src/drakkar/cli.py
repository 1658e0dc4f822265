"""The command line. Exit code 0: success, 1: a refused file or a failed game, 2: wrong usage."""

import argparse
import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from drakkar.analysis.reviewing import MOST_CLOSE
from drakkar.bots import LEVELS
from drakkar.bots.roster import MAKERS, MODULES, plays, plugin_names
from drakkar.cluster import choice
from drakkar.cluster.engine import EngineError, TaskFailed, TaskLost
from drakkar.core import facts, plugins
from drakkar.core.errors import BadArgument, BadPosition, RecordError, UnknownGame, WrongVersion
from drakkar.core.fuzz import check_record, shows
from drakkar.core.game import default_title, find, package_of, titles
from drakkar.core.hosting import at_choice, game_of, result_of
from drakkar.core.match import Match
from drakkar.core.proof import is_commitment
from drakkar.core.proof import verify as proven
from drakkar.core.version import VERSION
from drakkar.lessons.checker import check as check_lesson
from drakkar.lessons.lesson import BadLesson
from drakkar.lessons.library import find_lesson, lessons_of, read_file
from drakkar.puzzles.puzzle import BANDS, BadPuzzles
from drakkar.research.extra import MissingExtra, from_extra
from drakkar.terminal import admin, analyse, bench, files, fuzz, learn, puzzle, seating, sim, verify
from drakkar.terminal.console import Console
from drakkar.terminal.play import play
from drakkar.terminal.session import COMMAND, BotFailure, Session
from drakkar.terminal.story import story
from drakkar.text import ENGLISH, LANGUAGES, translator
from drakkar.train.options import fill as fill_train

FINE: Final = 0
REFUSED: Final = 1
WRONG_USAGE: Final = 2
INTERRUPTED: Final = 130

# The game whose printed facts can be corrected.
DATA_GAME: Final = "lords_of_ragnarok"
# In the place of a game: puzzles are made.
MAKE: Final = "make"
NO_SERVER_HERE: Final = (
    "the server does not run on this system, because Python has no module fcntl here; it runs on Linux, macOS and WSL."
    " `drakkar play` works here"
)
EXAMPLES: Final = """\
examples:
  drakkar play                              you play the first side against three bots
  drakkar play --players 2 --side raven     you play Raven against one bot
  drakkar play --bot konung --bot jarl      one of the strongest bots, and weaker ones in the other seats
  drakkar play lords_of_ragnarok            the other game; `drakkar games` lists them
  drakkar play --data corrected.toml        Lords of Ragnarok with the printed facts of your box
  drakkar play --hot-seat wolf,bear         two people at one terminal, and two bots
  drakkar play --load match.record          continue a saved match
  drakkar learn blood_rage                  the lessons of a game; `drakkar learn blood_rage 1` begins the first
  drakkar puzzle                            the puzzle of the day
  drakkar replay match.record --until 40    show its first 40 choices, then the board
  drakkar analyse match.record --seat raven where a match turned, and what cost Raven most
  drakkar verify match.record               prove that every draw of a finished match followed from its seed
  drakkar play --load puzzle.toml           begin from a position (docs/positions.md)
  drakkar sim --games 1000 --players 5      results of random play
  drakkar arena greedy random --games 200   which bot is better, and by how much
  drakkar ladder rungs --minutes 10         how far apart the levels are
  drakkar dataset karl --out games          matches between bots as training data
  drakkar train blood_rage --out run        train a network by self-play
  drakkar fuzz --minutes 10                 look for faults in the rules
  drakkar serve --open                      a table in the browser
  drakkar serve --host 0.0.0.0              a server for the whole network
  drakkar admin tables                      the tables of the server, with players and sizes
  drakkar backup copy.db                    copy its database while it runs
  drakkar db check                          play every table of a database again

drakkar COMMAND --help lists the options of a command.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run a command line, and return the exit code."""
    asked = parser().parse_args(arguments)
    try:
        _use_facts(asked)
        code: int = asked.run(asked)
        sys.stdout.flush()
    except (BadArgument, UnknownGame, MissingExtra) as error:
        return _complain(str(error), WRONG_USAGE)
    except (admin.AdminError, BadLesson, BadPuzzles, EngineError, TaskFailed, TaskLost) as error:
        return _complain(str(error), REFUSED)
    except (BadPosition, RecordError, WrongVersion) as error:
        return _complain(f"{asked.file}: {error}" if "file" in asked else str(error), REFUSED)
    except UnicodeDecodeError:
        return _complain(f"{asked.file}: not a Drakkar record: the file is not text", REFUSED)
    except BrokenPipeError:
        # The reader has closed our output. Without this, Python would fail to flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as error:
        return _complain(f"{error.filename or 'standard output'}: {error.strerror}", REFUSED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _use_facts(asked: argparse.Namespace) -> None:
    """Play with the facts of --data, or with those of the record that is opened, before any game is imported."""
    data, file = getattr(asked, "data", ""), getattr(asked, "file", "")
    if data:
        facts.use(DATA_GAME, facts.read_file(Path(data)))
        find(DATA_GAME)  # refuses facts that it cannot be played with
    elif file and file != "-" and Path(file).is_file():
        title, lines = facts.record_of(Path(file).read_text("utf-8"))
        if lines:
            facts.use(title, lines)


def _complain(message: str, code: int) -> int:
    print(f"drakkar: {message}", file=sys.stderr)
    return code


class Parser(argparse.ArgumentParser):
    """A parser whose help also lists the plug-ins, which no other command needs to look up."""

    def format_help(self) -> str:
        """The help, followed by the plug-ins."""
        games = [title for title in titles() if package_of(title)]
        found = [("games", games), ("bots", list(plugin_names()))]
        lines = [f"plug-in {kind}: {', '.join(names)}" for kind, names in found if names]
        return "\n".join([super().format_help(), *lines, ""]) if lines else super().format_help()


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    whole = Parser(
        prog="drakkar",
        description="Play the board games Blood Rage and Lords of Ragnarok. An unofficial fan project.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"drakkar {VERSION}")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _fill_play(commands.add_parser("play", help="play a match in the terminal"))
    _fill_learn(commands.add_parser("learn", help="learn a game in short lessons"))
    _fill_puzzle(commands.add_parser("puzzle", help="find the one good choice, or mine matches for puzzles"))
    _fill_replay(commands.add_parser("replay", help="show a recorded match event by event"))
    _fill_check(commands.add_parser("check", help="check a record or a position"))
    _fill_verify(commands.add_parser("verify", help="prove that the shuffles of a finished match were fair"))
    _fill_analyse(commands.add_parser("analyse", help="review a finished match: win chances, luck, costly decisions"))
    _fill_sim(commands.add_parser("sim", help="play random matches and print statistics as JSON"))
    _fill_arena(commands.add_parser("arena", help="compare bots in balanced matches"))
    _fill_ladder(commands.add_parser("ladder", help="rate bots from weak to strong, at several numbers of players"))
    _fill_dataset(commands.add_parser("dataset", help="write matches between bots as JSON lines and Parquet"))
    _fill_train(commands.add_parser("train", help="train a network by self-play"))
    _fill_pack(commands.add_parser("pack", help="make a network for bots from trained weights"))
    _fill_fuzz(commands.add_parser("fuzz", help="look for faults in the rules with random play"))
    _fill_bench(commands.add_parser("bench", help="measure the speed of the engine"))
    _fill_serve(commands.add_parser("serve", help="run a server for people, bots and programs"))
    admin.fill(commands.add_parser("admin", help="manage the tables of a running server"), run_direct_admin)
    _fill_data(commands.add_parser("data", help="check a file of corrected printed facts"))
    _fill_backup(commands.add_parser("backup", help="copy the database of a running server"))
    _fill_db(commands.add_parser("db", help="copy a database into another kind, check it, delete old tables"))
    commands.add_parser("games", help="list the games, their sides and their rulings").set_defaults(run=run_games)
    commands.add_parser("bots", help="list the bots and how they are made").set_defaults(run=run_bots)
    return whole


def _fill_play(command: argparse.ArgumentParser) -> None:
    command.add_argument("title", metavar="TITLE", nargs="?", default="", help="the game, as in --game")
    _add_table(command)
    command.add_argument("--side", "--seat", metavar="SIDE", default="", help="the side you play (default: the first)")
    command.add_argument("--hot-seat", metavar="SIDES", default="", help="sides played by people at this terminal")
    command.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="BOT",
        help=f"the bot for the other sides: {', '.join(LEVELS)} (from weak to strong; default: {seating.USUAL_BOT}), "
        "or any bot with its settings; repeat it for several bots; the last one takes all remaining seats",
    )
    command.add_argument("--load", dest="file", metavar="FILE", help="continue a saved match, or begin from a position")
    command.add_argument("--plain", action="store_true", help="no colours, as when piped or with NO_COLOR set")
    _add_data(command)
    _add_language(command)
    command.set_defaults(run=run_play)


def _fill_learn(command: argparse.ArgumentParser) -> None:
    command.description = "Lists the lessons of a game, or begins one. docs/lessons.md explains how to write one."
    command.add_argument("title", metavar="TITLE", nargs="?", default=default_title(), help="the game (%(default)s)")
    command.add_argument("lesson", metavar="LESSON", nargs="?", default="", help="a lesson, by its number or name")
    command.add_argument(
        "--check",
        nargs="*",
        metavar="FILE",
        help="instead, prove that lessons can be done and answer every wrong choice: those of these files, or all",
    )
    command.add_argument("--plain", action="store_true", help="no colours, as when piped or with NO_COLOR set")
    _add_language(command)
    command.set_defaults(run=run_learn)


def _fill_puzzle(command: argparse.ArgumentParser) -> None:
    command.description = (
        "The puzzle of the day, one of a theme or a difficulty, or one by its name. You have one try; then it is"
        " explained. `drakkar puzzle make GAME` mines matches of bots for puzzles; the same command goes on with a run"
        " that was interrupted. docs/puzzles.md explains both."
    )
    command.add_argument("title", metavar="GAME", nargs="?", default=default_title(), help="the game (%(default)s)")
    command.add_argument(
        "puzzle", metavar="PUZZLE", nargs="?", default="", help="a puzzle by its name; after make: GAME"
    )
    command.add_argument("--theme", default="", metavar="THEME", help="only of this theme, such as draft or hunt")
    command.add_argument("--difficulty", choices=list(BANDS), default="", help="only of this difficulty")
    command.add_argument("--day", default="", metavar="DAY", help="the puzzle of another day: 2026-01-31")
    command.add_argument("--list", action="store_true", help="instead, list the puzzles")
    command.add_argument("--plain", action="store_true", help="no colours, as when piped or with NO_COLOR set")
    _add_language(command)
    mining = command.add_argument_group("make")
    mining.add_argument("--first", type=_natural, default=0, metavar="N", help="the first match (default: 0)")
    mining.add_argument("--matches", type=_positive, default=100, metavar="N", help="how many (default: 100)")
    mining.add_argument("--out", metavar="FOLDER", default="puzzles", help="the run and its file (default: puzzles)")
    choice.fill(command)
    command.set_defaults(run=run_puzzle)


def _fill_data(command: argparse.ArgumentParser) -> None:
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="list the facts of Lords of Ragnarok that differ from the package")
    check.add_argument("data", metavar="FILE", help="a file of facts (docs/lords_of_ragnarok_data.md)")
    check.set_defaults(run=run_data_check)


def _add_data(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data",
        metavar="FILE",
        default="",
        help="play Lords of Ragnarok with the printed facts of this file (docs/lords_of_ragnarok_data.md)",
    )


def _fill_replay(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a record; - is standard input")
    command.add_argument("--until", type=_natural, metavar="N", help="stop after N choices and show the board")
    command.add_argument("--seat", "--side", metavar="SIDE", default="", help="show only what this side could know")
    command.add_argument("--plain", action="store_true", help="no colours, as when piped or with NO_COLOR set")
    _add_language(command)
    command.set_defaults(run=run_replay)


def _fill_check(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a record or a position; - is standard input")
    command.set_defaults(run=run_check)


def _fill_verify(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Replays a finished match and proves offline that every choice was legal, that every draw followed from the"
        " seed, and that seed and setup match the commitment published before the first choice. The commitment comes"
        " from --commitment or from a line `# commitment HEX` in the file; if there are both, both must match. Without"
        " a commitment the computed one is printed and marked as not compared. The exit code is 0 if all checks pass,"
        " with or without a commitment, and 1 if anything is wrong or the match is not over. docs/fair.md explains"
        " what is proved and what is not."
    )
    command.add_argument("file", metavar="FILE", help="a record; - is standard input")
    command.add_argument(
        "--commitment", type=_commitment, metavar="HEX", help="the published commitment: 64 hexadecimal digits"
    )
    command.add_argument("--json", action="store_true", help="print JSON instead of text")
    command.set_defaults(run=run_verify)


def _fill_analyse(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Reviews a finished match: each player's chance to win over the match, luck and skill, the costliest decisions"
        " in words, and a grade for every decision. A decision is graded by what its player could know. The chances are"
        " shown first; a match of four takes a minute or two. Ctrl-C shows what has been found so far. docs/analysis.md"
        " explains the numbers."
    )
    command.add_argument("file", metavar="FILE", help="the record of a finished match; - is standard input")
    command.add_argument(
        "--seat", "--side", metavar="SIDE", default="", help="only this side, or this seat: 0 is the first"
    )
    command.add_argument(
        "--closely",
        type=_natural,
        default=MOST_CLOSE,
        metavar="N",
        help="look closely at N decisions at most; fewer is faster and finds less (default: %(default)s)",
    )
    command.add_argument(
        "--html", metavar="FILE", default="", help="also write the review as a page, one file for a browser"
    )
    command.add_argument("--json", action="store_true", help="print JSON instead of text")
    command.add_argument("--plain", action="store_true", help="no colours, as when piped or with NO_COLOR set")
    _add_language(command)
    command.set_defaults(run=run_analyse)


def _fill_sim(command: argparse.ArgumentParser) -> None:
    _add_table(command)
    command.add_argument("--games", type=_positive, default=100, metavar="N", help="number of games (default: 100)")
    command.add_argument("--first", type=_natural, default=0, metavar="I", help="index of the first game (default: 0)")
    command.add_argument("--random-rulings", action="store_true", help="choose all rulings at random for each game")
    choice.fill(command)
    command.set_defaults(run=run_sim)


def _fill_arena(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Every line-up of the bots plays every deal from every seat. With fewer bots than seats, bots take several"
        " seats in turn; with more, every combination plays. docs/arena.md explains the report."
    )
    command.add_argument("bots", nargs="*", metavar="BOT", help="the bots: random, greedy, mcts:iterations=400 …")
    _add_table(command)
    command.add_argument(
        "--games",
        type=_positive,
        default=100,
        metavar="N",
        help="number of games, rounded up to whole deals (default: 100)",
    )
    command.add_argument(
        "--alone", "--duel", action="store_true", help="the first bot against copies of each of the others"
    )
    command.add_argument("--adjusted", action="store_true", help="also measure wins less luck, which needs fewer games")
    command.add_argument(
        "--module", action="append", default=[], metavar="M", help="import a module that registers bots"
    )
    choice.fill(command)
    command.add_argument("--out", metavar="DIR", help="save records, a line of JSON per game, and the report")
    command.add_argument("--no-records", action="store_true", help="save no records in DIR, only the numbers")
    command.add_argument("--resume", action="store_true", help="resume the run in DIR (repeat the same arguments)")
    command.add_argument("--markdown", metavar="FILE", help="write the statistics as Markdown")
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")
    command.set_defaults(run=run_arena)


def _fill_ladder(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Each bot plays alone among copies of the one before it, and all play at mixed tables. The same arguments"
        " continue the ladder in FOLDER. docs/arena.md explains the report."
    )
    command.add_argument("folder", metavar="FOLDER", help="the games, and the report ladder.md")
    command.add_argument("bots", nargs="*", default=list(LEVELS), metavar="BOT", help="from weak to strong (levels)")
    command.add_argument("--game", metavar="TITLE", default=default_title(), help="the game (default: %(default)s)")
    command.add_argument("--players", type=_positive, nargs="+", metavar="N", help="numbers of players (default: all)")
    command.add_argument("--games", type=_positive, default=100, metavar="N", help="games of each kind (default: 100)")
    command.add_argument("--minutes", type=_positive, metavar="M", help="stop after about so many minutes")
    command.add_argument(
        "--module", action="append", default=[], metavar="M", help="import a module that registers bots"
    )
    choice.fill(command)
    command.set_defaults(run=run_ladder)


def _fill_dataset(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Writes a row for each decision: what the seat could know, its legal choices, its choice and the result."
        " Repeat the same arguments to resume an incomplete folder. docs/research.md lists the columns."
    )
    command.add_argument("bots", nargs="*", default=["thrall"], metavar="BOT", help="the bots (default: thrall)")
    _add_table(command)
    command.add_argument("--out", metavar="DIR", required=True, help="the output folder")
    command.add_argument("--games", type=_positive, default=100, metavar="N", help="number of games (default: 100)")
    command.add_argument("--part", type=_positive, default=20, metavar="N", help="games per file (default: 20)")
    command.add_argument(
        "--format", choices=["both", "parquet", "jsonl"], default="both", help="file format (default: both)"
    )
    choice.fill(command)
    command.set_defaults(run=run_dataset)


def _fill_train(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Trains a network by self-play: many matches in processes that play, one process that learns. The folder gets"
        " latest.npz (weights, to resume from), latest.net (the bot net:file=latest.net), networks at certain minutes,"
        " curve.csv and curve.svg. Ctrl-C saves. docs/training.md explains the figures."
    )
    command.add_argument("game", metavar="GAME", help="the game; `drakkar games` lists them")
    fill_train(command)
    command.set_defaults(run=run_train)


def _fill_pack(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Packs the weights of `drakkar train` in eight bits or fewer, for the bot net:file=FILE, and reports how often"
        " the packed network would choose the same."
    )
    command.add_argument("weights", metavar="WEIGHTS", help="the weights: latest.npz")
    command.add_argument("--out", metavar="FILE", help="the network (default: WEIGHTS with the ending .net)")
    command.add_argument("--bits", type=int, choices=range(3, 9), default=8, metavar="N", help="3 to 8 (default: 8)")
    command.add_argument("--moments", type=_positive, default=2000, metavar="N", help="moments compared (%(default)s)")
    command.set_defaults(run=run_pack)


def _fill_fuzz(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", metavar="TITLE", default=default_title(), help="the game (default: %(default)s)")
    command.add_argument("--minutes", type=float, default=1.0, metavar="M", help="duration (default: 1)")
    command.add_argument("--players", type=int, metavar="N", help="number of players (default: all numbers in turn)")
    command.add_argument(
        "--seed", type=_natural, default=0, metavar="S", help="seed of the random matches (default: 0)"
    )
    command.add_argument("--out", metavar="DIR", default="faults", help="folder for faults (default: %(default)s)")
    choice.fill(command)
    command.add_argument("--file", metavar="FILE", help="check a record or position instead of fuzzing")
    command.set_defaults(run=run_fuzz)


def _fill_bench(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", metavar="TITLE", default=default_title(), help="the game (default: %(default)s)")
    command.add_argument(
        "--seconds", type=float, default=2.0, metavar="S", help="CPU time per measurement (default: 2)"
    )
    command.add_argument(
        "--research", action="store_true", help="measure the research environments and compare them with others"
    )
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")
    command.set_defaults(run=run_bench)


def _fill_serve(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the whole network (%(default)s)"
    )
    _add_data(command)
    command.add_argument("--port", type=_natural, help="port (default: 8624, or a free one if that is busy)")
    command.add_argument(
        "--db", default="drakkar.db", help="the database: a file, or postgresql://USER@HOST/NAME (%(default)s)"
    )
    command.add_argument(
        "--workers",
        type=_positive,
        default=1,
        metavar="N",
        help="processes that share the port; only with PostgreSQL (%(default)s)",
    )
    command.add_argument(
        "--worker-ports",
        type=_natural,
        default=0,
        metavar="FIRST",
        help="let every worker also listen alone, on 127.0.0.1 and FIRST, FIRST+1, …: Prometheus reads each there",
    )
    command.add_argument("--bots", type=_positive, help="processes for bots (default: one per core, at least two)")
    command.add_argument(
        "--requests", type=_positive, default=100, help="requests per second from one address (%(default)s)"
    )
    command.add_argument(
        "--connections", type=_positive, default=100, help="open sockets from one address (%(default)s)"
    )
    command.add_argument(
        "--tables", type=_positive, default=30, help="new tables per minute from one address (%(default)s)"
    )
    command.add_argument(
        "--cpu-budget",
        type=_amount,
        default=0.25,
        metavar="SECONDS",
        help="CPU seconds per second for the requests of one address; 0 means no limit (%(default)s)",
    )
    command.add_argument(
        "--cpu-burst",
        type=_amount,
        default=2.0,
        metavar="SECONDS",
        help="CPU seconds that an address may use at once (%(default)s)",
    )
    command.add_argument(
        "--allowed-hosts",
        nargs="+",
        metavar="NAME",
        help="accepted names in the Host header, besides IP addresses; * for all"
        " (default: all; with --open only localhost)",
    )
    command.add_argument(
        "--trusted-proxies",
        default="127.0.0.1",
        metavar="ADDRESSES",
        help="proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: addresses or networks,"
        " separated by commas; * for all (%(default)s)",
    )
    command.add_argument(
        "--keep-days",
        type=_days,
        default=0,
        metavar="N",
        help="delete tables N days after they ended or were closed (default: keep them)",
    )
    command.add_argument(
        "--log-level",
        choices=["debug", "info", "warning", "error"],
        default="info",
        help="lowest level to log (%(default)s)",
    )
    command.add_argument("--open", action="store_true", help="open the home page in a browser")
    command.set_defaults(run=run_serve)


def _fill_backup(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Makes a consistent copy of a server's database, whether the server is running or not, and checks it. The copy"
        " has every entry acknowledged before it began. `drakkar serve --db FILE` continues from it."
    )
    command.add_argument("copy", metavar="FILE", help="the copy, a file also if the database is PostgreSQL")
    command.add_argument("--db", default="drakkar.db", help="the database: a file or an address (%(default)s)")
    command.add_argument("--force", action="store_true", help="replace FILE if it exists")
    command.set_defaults(run=run_backup)


def _fill_db(command: argparse.ArgumentParser) -> None:
    command.description = "Works on the database of a server: a file, or an address such as postgresql://host/name."
    works = command.add_subparsers(dest="work", metavar="WORK", required=True)
    copy = works.add_parser("copy", help="copy a whole database into a new one, of the same kind or the other")
    copy.description = (
        "Copies every table, session and link as they are at this moment, and compares every log. The copy is there"
        " whole or not at all. Choices made after that moment are not in it: to move a server, stop it first."
    )
    copy.add_argument("source", metavar="FROM", help="a file or address")
    copy.add_argument("destination", metavar="TO", help="a new file, or the address of an empty database")
    check = works.add_parser("check", help="play every table again from its log, and list the broken ones")
    check.description = "The exit code is 1 if a table is broken. The server may be running."
    prune = works.add_parser("prune", help="delete tables that ended or were closed before a date")
    prune.description = "A server that uses a file must be stopped first; with PostgreSQL servers may be running."
    prune.add_argument("--finished-before", metavar="DATE", required=True, help="such as 2026-11-30; times are UTC")
    prune.add_argument("--dry-run", action="store_true", help="only say how many there are")
    for work in (check, prune):
        work.add_argument("database", nargs="?", default="drakkar.db", help="a file or address (%(default)s)")
    command.set_defaults(run=run_db)


def _add_language(command: argparse.ArgumentParser) -> None:
    known = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    command.add_argument(
        "--language",
        metavar="CODE",
        default="",
        help=f"language: {known} (default: DRAKKAR_LANGUAGE, or English)",
    )


def _add_table(command: argparse.ArgumentParser) -> None:
    """The options of a new match."""
    command.add_argument("--game", metavar="TITLE", default=default_title(), help="the game (default: %(default)s)")
    command.add_argument("--players", type=int, metavar="N", help="number of players (default: 4)")
    command.add_argument("--sides", metavar="SIDES", default="", help="the sides in seating order: wolf,raven")
    command.add_argument("--seed", type=int, metavar="S", help="the same seed deals the same cards")
    command.add_argument(
        "--ruling", action="append", default=[], metavar="NAME=VALUE", help="a ruling; `drakkar games` lists them"
    )


def _natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return int(text[:18])


def _amount(text: str) -> float:
    try:
        amount = float(text)
    except ValueError:
        amount = -1.0
    if not 0 <= amount <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text[:50]!r} is not a number from 0 to 1000000")
    return amount


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = 0.0
    if not 0 < days < 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days above 0")
    return days


def _positive(text: str) -> int:
    if not _natural(text):
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return _natural(text)


def _commitment(text: str) -> str:
    if not is_commitment(text.strip()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a commitment of 64 hexadecimal digits")
    return text.strip()


def run_data_check(_asked: argparse.Namespace) -> int:
    """List the corrected facts."""
    told = find(DATA_GAME).corrected_facts()
    for path, printed, value in told:
        print(f"{path}: {json.dumps(printed)} -> {json.dumps(value)}")
    print(f"{len(told)} facts differ" if told else "no fact differs")
    return FINE


def run_play(asked: argparse.Namespace) -> int:
    """Play in the terminal; bots play all seats without a person."""
    people = seating.listed(asked.hot_seat or asked.side)
    if asked.file:
        match = _loaded(asked)
    else:
        sides = seating.listed(asked.sides)
        title = asked.title or (DATA_GAME if asked.data else asked.game)
        match = seating.new_match(title, asked.players, sides, people, asked.ruling, asked.seed)
    seats = [seating.seat_of(match, side) for side in people] or [0]
    bots = seating.bots_for(match, seats, asked.bot or [seating.USUAL_BOT])
    # A position file is not overwritten: the match that starts from it gets a new record.
    own_file = Path(asked.file) if asked.file and match.history else None
    session = Session(match, bots, Console(asked.plain), own_file, asked.bot, _language(asked))
    try:
        play(session)
    except KeyboardInterrupt:
        session.console.say()
        session.leave()
        return INTERRUPTED
    except BotFailure as failure:
        session.leave()
        return _complain(str(failure), REFUSED)
    return FINE


def run_learn(asked: argparse.Namespace) -> int:
    """List the lessons of a game, begin one, or check lessons."""
    if asked.check is not None:
        return _check_lessons(asked.check)
    title, language = find(asked.title).title, _language(asked)
    if asked.lesson:
        learn.learn(find_lesson(title, asked.lesson), Console(asked.plain), language)
        return FINE
    words, lines = translator(language, title), learn.listing(title, language)
    print(
        "\n".join([*lines, "", words.terminal("lessons_how", command=f"{COMMAND} learn {title}")])
        if lines
        else words.terminal("lessons_none")
    )
    return FINE


def run_puzzle(asked: argparse.Namespace) -> int:
    """Let a person solve a puzzle, list puzzles, or make them."""
    if asked.title == MAKE:
        puzzle.make(asked)
    else:
        puzzle.solve(asked, _language(asked))
    return FINE


def _check_lessons(names: list[str]) -> int:
    """Check the lessons of files, or of all games; one line each."""
    lessons = [read_file(Path(name)) for name in names] or [one for title in titles() for one in lessons_of(title)]
    proofs = [check_lesson(lesson) for lesson in lessons]
    for proof in proofs:
        print(proof)
    return REFUSED if any(proof.faults for proof in proofs) else FINE


def _language(asked: argparse.Namespace) -> str:
    """The language from the command line or DRAKKAR_LANGUAGE."""
    language: str = asked.language or os.environ.get("DRAKKAR_LANGUAGE", "") or ENGLISH
    if language not in LANGUAGES:
        raise BadArgument(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    return language


def _loaded(asked: argparse.Namespace) -> Match:
    if asked.players is not None or asked.sides or asked.ruling or asked.seed is not None:
        raise BadArgument("--load brings its own players, sides, rulings and seed: leave them out")
    if asked.file == "-":
        raise BadArgument("--load needs a file; standard input is where you type")
    return files.read(asked.file)


def run_replay(asked: argparse.Namespace) -> int:
    """Print the events with nothing hidden, or as one seat knew them."""
    match = files.read(asked.file)
    seat = seating.seat_of(match, asked.seat.casefold()) if asked.seat else None
    console, said = Console(asked.plain), translator(_language(asked), match.title)
    if asked.until is not None:
        match = at_choice(match, asked.until)
    for line in story(match, seat, console, said):
        console.say(line)
    if asked.until is not None:
        table = match.view(seat).to_json()["table"]
        console.say("\n" + "\n\n".join(game_of(match).text_board(table, console.colours, console.width, said).values()))
    if result := result_of(match):
        console.say(f"\n{said.terminal('result', result=result)}")
    return FINE


def run_check(asked: argparse.Namespace) -> int:
    """Check a record by replaying it to its end."""
    match = files.read(asked.file)
    title, rules = match.title, game_of(match).rules_version
    print(f"{asked.file}: a good {'record' if match.history else 'beginning'} of {title} under rules {rules}")
    print(f"players: {match.seats} ({', '.join(match.sides)})")
    print(f"choices: {len(match.history)}")
    print(f"result: {result_of(match) or 'the match is not over'}")
    return FINE


def run_verify(asked: argparse.Namespace) -> int:
    """Print the checks; with --json, also a refusal."""
    try:
        proof = proven(files.read_text(asked.file), asked.commitment, verify.OPTION)
    except (RecordError, WrongVersion) as error:
        if asked.json:
            refusal = {"file": asked.file, "verdict": "refused", "line": error.line, "error": str(error)}
            print(json.dumps(refusal, indent=2))
        raise
    if asked.json:
        print(json.dumps(verify.as_data(asked.file, proof), indent=2))
    else:
        print("\n".join(verify.as_lines(asked.file, proof)))
    return FINE


def run_analyse(asked: argparse.Namespace) -> int:
    """Print the review, or as much of it as there is."""
    try:
        return FINE if analyse.analyse(asked, _language(asked)) else INTERRUPTED
    except analyse.NotReviewed as error:
        return _complain(str(error), REFUSED)


def run_sim(asked: argparse.Namespace) -> int:
    """Print the summary, whatever happened."""
    game, sides, rulings = seating.table_of(asked)
    if asked.random_rulings and asked.ruling:
        raise BadArgument("--random-rulings sets all rulings: leave --ruling out")
    plan = sim.Plan(game.title, sides, rulings, asked.random_rulings, asked.seed or 0, asked.first, asked.games)
    with choice.engine(asked.on, asked.jobs, plan.title) as engine:
        summary, cut_short = sim.simulate(plan, engine)
        choice.report_repeats(engine)
    print(json.dumps({**summary, "interrupted": cut_short}, indent=2))
    return INTERRUPTED if cut_short else REFUSED if summary["errors"] else FINE


def run_arena(asked: argparse.Namespace) -> int:
    """Print the report, whatever happened; everything else goes into the folder."""
    from drakkar.arena.folder import BadFolder  # noqa: PLC0415 - slow to import
    from drakkar.terminal import arena  # noqa: PLC0415

    try:
        run = arena.arena(asked)
    except BadFolder as error:
        return _complain(str(error), REFUSED)
    if run.complaint:
        return _complain(run.complaint, REFUSED)
    return INTERRUPTED if run.interrupted else REFUSED if run.tally.errors else FINE


def run_ladder(asked: argparse.Namespace) -> int:
    """Play, and print the report."""
    from drakkar.arena.folder import BadFolder  # noqa: PLC0415 - slow to import
    from drakkar.terminal import ladder  # noqa: PLC0415

    try:
        return FINE if ladder.run(asked) else REFUSED
    except BadFolder as error:
        return _complain(str(error), REFUSED)


def run_dataset(asked: argparse.Namespace) -> int:
    """Print the totals; the data goes into the folder."""
    from drakkar.terminal import dataset  # noqa: PLC0415 - needs the extra research

    return INTERRUPTED if dataset.make(asked) else FINE


def run_train(asked: argparse.Namespace) -> int:
    """Train; the networks go into the folder."""
    with from_extra("train"):
        from drakkar.train.command import run  # noqa: PLC0415 - slow to import

    run(asked)
    return FINE


def run_pack(asked: argparse.Namespace) -> int:
    """Pack and compare."""
    with from_extra("train"):
        from drakkar.train.pack import pack_file  # noqa: PLC0415 - needs numpy

    source = Path(asked.weights)
    target = Path(asked.out) if asked.out else source.with_suffix(".net")
    found = pack_file(source, target, asked.bits, asked.moments)
    assert found is not None, "moments were compared"
    size = target.stat().st_size / 1e6
    print(f"{target}: {size:.2f} MB; in {found.moments} moments the same choice in {found.same_choice:.1%}")
    print(f"likelihoods differ by {found.moved:.2%} on average, the share of the win by {found.share:.2%} at most")
    return FINE


def run_fuzz(asked: argparse.Namespace) -> int:
    """Print the summary; each fault goes into a file."""
    if asked.file:
        text = files.read_text(asked.file)
        error = shows(text, []) if files.is_position(text) else check_record(text)
        print(f"{asked.file}: {error or 'no fault'}")
        return REFUSED if error else FINE
    game = find(asked.game)
    if asked.players is not None:
        game.side_numbers(asked.players, None)
    if asked.minutes <= 0:
        raise BadArgument("--minutes needs a number above 0")
    with choice.engine(asked.on, asked.jobs, game.title) as engine:
        summary, cut_short = fuzz.fuzz(game.title, asked.minutes, asked.seed, asked.players, engine, Path(asked.out))
        choice.report_repeats(engine)
    print(json.dumps({**summary, "interrupted": cut_short}, indent=2))
    return REFUSED if summary["faults"] else INTERRUPTED if cut_short else FINE


def run_bench(asked: argparse.Namespace) -> int:
    """Print the decisions per second of each interface of the engine."""
    if asked.seconds <= 0:
        raise BadArgument("--seconds needs a number above 0")
    title = find(asked.game).title
    if asked.research:
        from drakkar.research import bench as environments  # noqa: PLC0415 - needs the extra research

        result = environments.bench(title, asked.seconds)
        lines = environments.as_table(result)
    else:
        result = bench.bench(title, asked.seconds)
        lines = bench.as_table(result)
    print(json.dumps(result, indent=2) if asked.json else "\n".join(lines))
    return FINE


def run_serve(asked: argparse.Namespace) -> int:
    """Serve until stopped."""
    if find_spec("fcntl") is None:
        return _complain(NO_SERVER_HERE, REFUSED)
    with from_extra("server"):
        from drakkar.server.log.store import StoreError  # noqa: PLC0415
        from drakkar.server.serve import run  # noqa: PLC0415 - needs the extra server

    try:
        run(asked)
    except StoreError as error:
        return _complain(str(error), REFUSED)
    return FINE


def run_direct_admin(database: str, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request of the administrator to a shared database."""
    with from_extra("server"):
        from drakkar.server.direct_admin import answer  # noqa: PLC0415 - needs the extra server

    return answer(database, request)


def run_backup(asked: argparse.Namespace) -> int:
    """Print what the copy contains."""
    with from_extra("server"):
        from drakkar.server.log import database_command  # noqa: PLC0415 - needs the extra server
        from drakkar.server.log.address import is_postgres  # noqa: PLC0415
        from drakkar.server.log.backup import backup  # noqa: PLC0415
        from drakkar.server.log.store import StoreError  # noqa: PLC0415

    try:
        if is_postgres(asked.db):
            return database_command.run_backup(asked.db, Path(asked.copy), asked.force)
        copied = backup(Path(asked.db), Path(asked.copy), asked.force)
    except StoreError as error:
        return _complain(str(error), REFUSED)
    print(
        f"{asked.copy}: a copy of {asked.db} with {copied.tables} tables and {copied.entries} entries; it was checked"
    )
    if copied.damaged:
        return _complain(f"{copied.damaged} entries are damaged, there and in the copy", REFUSED)
    return FINE


def run_db(asked: argparse.Namespace) -> int:
    """Work on a database."""
    with from_extra("server"):
        from drakkar.server.log.database_command import run  # noqa: PLC0415 - needs the extra server
        from drakkar.server.log.store import StoreError  # noqa: PLC0415

    try:
        return run(asked)
    except StoreError as error:
        return _complain(str(error), REFUSED)


def run_games(_: argparse.Namespace) -> int:
    """List the games."""
    for title in titles():
        game = find(title)
        package = package_of(title)
        origin = f"; from {package}" if package else ""
        print(f"{title}: {game.fewest_seats} to {game.most_seats} players; sides {', '.join(game.sides)}{origin}")
        for ruling in game.rulings:
            values = ", ".join(str(value).lower() for value in ruling.values)
            print(f"  --ruling {ruling.name}=…  {values} (the first is the default) · {ruling.rule}")
            print(f"      {ruling.text}")
    return FINE


def run_bots(_: argparse.Namespace) -> int:
    """List the bots; docs/bots.md describes them."""
    for level, made_of in LEVELS.items():
        print(f"{level}: a level, the same as {made_of}")
        for title in titles():
            if level in find(title).levels:
                print(f"  in {title}: {find(title).levels[level]}")
    for name in (*MAKERS, *MODULES):
        print(f"{name}: a bot of Drakkar")
    for name in plugin_names():
        played = [title for title in titles() if plays(name, title)]
        print(f"{name}: from {plugins.package_of(plugins.BOTS, name)}; plays {', '.join(played)}")
    return FINE
