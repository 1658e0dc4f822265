"""The command line. It ends with 0 if all is fine, 1 for a refused file or a failed game, 2 for wrong usage."""

import argparse
import importlib.metadata
import json
import os
import sys
from pathlib import Path
from typing import Final

from drakkar.bots import LEVELS
from drakkar.core.errors import BadOptions, BadPosition, RecordError, UnknownGame
from drakkar.core.fuzz import check_record, shows
from drakkar.core.game import find, titles
from drakkar.core.match import Match
from drakkar.research.extra import MissingExtra
from drakkar.terminal import bench, files, fuzz, seating, sim, verify
from drakkar.terminal.console import Console
from drakkar.terminal.play import play
from drakkar.terminal.session import Session
from drakkar.terminal.story import story
from drakkar.text import ENGLISH, LANGUAGES, words

FINE: Final = 0
REFUSED: Final = 1
WRONG_USAGE: Final = 2
INTERRUPTED: Final = 130

EXAMPLES: Final = """\
examples:
  drakkar play                              you are the first clan, three bots are the others
  drakkar play --players 2 --clan raven     you are Raven, against one bot
  drakkar play --bot konung --bot jarl      one of the strongest, and the others a little weaker
  drakkar play lords_of_ragnarok            the other game; `drakkar games` names them
  drakkar play --hot-seat wolf,bear         two people at one terminal, and two bots
  drakkar play --load match.record          go on with a match that was saved
  drakkar replay match.record --until 40    the story of its first 40 choices, and the board then
  drakkar verify match.record               prove that every draw of a finished match followed from its seed
  drakkar play --load puzzle.toml           begin with a position (docs/positions.md)
  drakkar sim --games 1000 --players 5      what comes out when everybody chooses at random
  drakkar arena greedy random --games 200   which bot is the better one, and by how much
  drakkar dataset karl --out games          matches between bots as data to learn from
  drakkar fuzz --minutes 10                 look for faults in the rules
  drakkar serve --open                      a table in the browser
  drakkar serve --host 0.0.0.0              a server for everybody on the network

drakkar COMMAND --help tells the options of a command.
"""


def main(arguments: list[str] | None = None) -> int:
    """Do what the words ask for; the exit code."""
    asked = parser().parse_args(arguments)
    try:
        code: int = asked.run(asked)
        sys.stdout.flush()
    except (BadOptions, UnknownGame, MissingExtra) as error:
        return _complain(str(error), WRONG_USAGE)
    except (BadPosition, RecordError) as error:
        return _complain(f"{asked.file}: {error}", REFUSED)
    except UnicodeDecodeError:
        return _complain(f"{asked.file}: this is not a Drakkar record, it is not even text", REFUSED)
    except BrokenPipeError:
        # Whoever read our output has enough. Python would try to flush what is left, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as error:
        return _complain(f"{error.filename or 'standard output'}: {error.strerror}", REFUSED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _complain(message: str, code: int) -> int:
    print(f"drakkar: {message}", file=sys.stderr)
    return code


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    whole = argparse.ArgumentParser(
        prog="drakkar",
        description="Plays the board games Blood Rage and Lords of Ragnarok: an unofficial fan project.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"drakkar {importlib.metadata.version('drakkar')}")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _fill_play(commands.add_parser("play", help="play a match in the terminal"))
    _fill_replay(commands.add_parser("replay", help="tell a recorded match as a story"))
    _fill_check(commands.add_parser("check", help="verify a record or a position"))
    _fill_verify(commands.add_parser("verify", help="prove that the shuffles of a finished match were fair"))
    _fill_sim(commands.add_parser("sim", help="play many random matches, and print their statistics as JSON"))
    _fill_arena(commands.add_parser("arena", help="let bots play balanced matches, and compare them"))
    _fill_dataset(commands.add_parser("dataset", help="write matches between bots as JSON lines and Parquet"))
    _fill_fuzz(commands.add_parser("fuzz", help="look for faults in a game for so many minutes"))
    _fill_bench(commands.add_parser("bench", help="measure how fast the engine is"))
    _fill_serve(commands.add_parser("serve", help="be a server that people, bots and programs play on"))
    _fill_games(commands.add_parser("games", help="list the games, their clans and their options"))
    return whole


def _fill_play(command: argparse.ArgumentParser) -> None:
    command.add_argument("title", metavar="TITLE", nargs="?", default="", help="the game; the same as --game")
    _add_table(command)
    command.add_argument("--clan", "--seat", metavar="CLAN", default="", help="the clan you play (default: the first)")
    command.add_argument("--hot-seat", metavar="CLANS", default="", help="the clans that people play at this terminal")
    command.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="BOT",
        help=f"who plays the other clans: {', '.join(LEVELS)} (from gentle to strong; default: {seating.USUAL_BOT}), "
        "or any bot with its settings; name several to seat several, the last one takes all seats that are left",
    )
    command.add_argument(
        "--load", dest="file", metavar="FILE", help="go on with a saved match, or begin with a position"
    )
    command.add_argument("--plain", action="store_true", help="no colours; also when piped or with NO_COLOR set")
    _add_language(command)
    command.set_defaults(run=run_play)


def _fill_replay(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a record; - is standard input")
    command.add_argument("--until", type=_natural, metavar="N", help="stop after N choices, and show the board then")
    command.add_argument("--seat", "--clan", metavar="CLAN", default="", help="tell only what this clan could know")
    command.add_argument("--plain", action="store_true", help="no colours; also when piped or with NO_COLOR set")
    _add_language(command)
    command.set_defaults(run=run_replay)


def _fill_check(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a record or a position; - is standard input")
    command.set_defaults(run=run_check)


def _fill_verify(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Replays a finished match and proves, without a network, that every choice was allowed, that every draw"
        " followed from the seed, and that seed and setup are those that were committed to before the first choice."
        " The published commitment comes from --commitment or from a line `# commitment HEX` of the file; if both are"
        " there, both must fit. It ends with 0 if all holds, also if no commitment is known: it then prints the one"
        " that fits, and says that it was not compared. It ends with 1 if anything is wrong, or the match is not over."
        " docs/fair.md tells what is proved and what is not."
    )
    command.add_argument("file", metavar="FILE", help="a record; - is standard input")
    command.add_argument(
        "--commitment", type=_commitment, metavar="HEX", help="what was published: 64 hexadecimal digits"
    )
    command.add_argument("--json", action="store_true", help="print data instead of words")
    command.set_defaults(run=run_verify)


def _fill_sim(command: argparse.ArgumentParser) -> None:
    _add_table(command)
    command.add_argument("--games", type=_positive, default=100, metavar="N", help="how many (default: 100)")
    command.add_argument("--first", type=_natural, default=0, metavar="I", help="number of the first game (default: 0)")
    command.add_argument("--random-options", action="store_true", help="draw all options anew for each game")
    command.add_argument("--jobs", type=_positive, metavar="J", help="processes (default: one for each processor)")
    command.set_defaults(run=run_sim)


def _fill_arena(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Every deal is played by every line-up of the bots from every seat. With fewer bots than seats they sit several"
        " times, in turn; with more, every mixture meets. docs/arena.md tells how to read the report."
    )
    command.add_argument("bots", nargs="*", metavar="BOT", help="who plays: random, greedy, mcts:iterations=400 …")
    _add_table(command)
    command.add_argument(
        "--games", type=_positive, default=100, metavar="N", help="how many, rounded up to whole deals (default: 100)"
    )
    command.add_argument(
        "--alone", "--duel", action="store_true", help="the first bot alone against copies of each of the others"
    )
    command.add_argument("--jobs", type=_positive, metavar="J", help="processes (default: one for each processor)")
    command.add_argument("--out", metavar="DIR", help="keep the records, a line of JSON for each game, and the report")
    command.add_argument("--no-records", action="store_true", help="keep no records in DIR, only the numbers")
    command.add_argument("--resume", action="store_true", help="go on with the run in DIR; say the same words again")
    command.add_argument("--markdown", metavar="FILE", help="write the statistics as a page of Markdown")
    command.add_argument("--json", action="store_true", help="print data instead of a table")
    command.set_defaults(run=run_arena)


def _fill_dataset(command: argparse.ArgumentParser) -> None:
    command.description = (
        "A row for each decision: what the seat could know, what it could choose, what it chose and how it ended."
        " The same words go on with a folder that is not complete. docs/research.md tells the columns."
    )
    command.add_argument("bots", nargs="*", default=["thrall"], metavar="BOT", help="who plays (default: thrall)")
    _add_table(command)
    command.add_argument("--out", metavar="DIR", required=True, help="the folder")
    command.add_argument("--games", type=_positive, default=100, metavar="N", help="how many (default: 100)")
    command.add_argument("--part", type=_positive, default=20, metavar="N", help="games in a file (default: 20)")
    command.add_argument("--format", choices=["both", "parquet", "jsonl"], default="both", help="(default: both)")
    command.add_argument("--jobs", type=_positive, metavar="J", help="processes (default: one for each processor)")
    command.set_defaults(run=run_dataset)


def _fill_fuzz(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", metavar="TITLE", default=titles()[0], help="default: %(default)s")
    command.add_argument("--minutes", type=float, default=1.0, metavar="M", help="how long (default: 1)")
    command.add_argument("--players", type=int, metavar="N", help="how many clans (default: all numbers in turn)")
    command.add_argument(
        "--seed", type=_natural, default=0, metavar="S", help="another seed, other matches (default: 0)"
    )
    command.add_argument(
        "--out", metavar="DIR", default="faults", help="where faults are written (default: %(default)s)"
    )
    command.add_argument("--jobs", type=_positive, metavar="J", help="processes (default: one for each processor)")
    command.add_argument("--file", metavar="FILE", help="instead, hold a record or position against every check")
    command.set_defaults(run=run_fuzz)


def _fill_bench(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", metavar="TITLE", default=titles()[0], help="default: %(default)s")
    command.add_argument("--seconds", type=float, default=2.0, metavar="S", help="CPU time for a number (default: 2)")
    command.add_argument("--research", action="store_true", help="the research environments, beside those of others")
    command.add_argument("--json", action="store_true", help="data instead of a table")
    command.set_defaults(run=run_bench)


def _fill_serve(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0 for the whole network")
    command.add_argument("--port", type=_natural, help="the port; without it 8624, or a free one if that is busy")
    command.add_argument("--db", default="drakkar.db", help="the file that all tables are kept in (%(default)s)")
    command.add_argument("--bots", type=_positive, help="processes in which bots think; one a core if not said")
    command.add_argument(
        "--requests", type=_positive, default=100, help="requests a second from one address (%(default)s)"
    )
    command.add_argument(
        "--connections", type=_positive, default=100, help="open sockets from one address (%(default)s)"
    )
    command.add_argument(
        "--tables", type=_positive, default=30, help="new tables a minute from one address (%(default)s)"
    )
    command.add_argument("--log-level", choices=["debug", "info", "warning", "error"], default="info")
    command.add_argument("--open", action="store_true", help="open the first page in a browser, where there is one")
    command.set_defaults(run=run_serve)


def _fill_games(command: argparse.ArgumentParser) -> None:
    command.set_defaults(run=run_games)


def _add_language(command: argparse.ArgumentParser) -> None:
    known = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    command.add_argument(
        "--language",
        metavar="CODE",
        default="",
        help=f"the language to speak: {known} (default: DRAKKAR_LANGUAGE, or English)",
    )


def _add_table(command: argparse.ArgumentParser) -> None:
    """What a new match is made of."""
    command.add_argument("--game", metavar="TITLE", default=titles()[0], help="default: %(default)s")
    command.add_argument("--players", type=int, metavar="N", help="how many clans are at the table (default: 4)")
    command.add_argument("--clans", metavar="CLANS", default="", help="which ones, in order: wolf,raven")
    command.add_argument("--seed", type=int, metavar="S", help="the same seed deals the same cards")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="see `drakkar games`")


def _natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
    return int(text[:18])


def _positive(text: str) -> int:
    if not _natural(text):
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return _natural(text)


def _commitment(text: str) -> str:
    if not verify.is_commitment(text.strip()):
        raise argparse.ArgumentTypeError(f"{text!r} is no commitment, which is 64 hexadecimal digits")
    return text.strip()


def run_play(asked: argparse.Namespace) -> int:
    """Bots sit wherever no person does."""
    people = seating.listed(asked.hot_seat or asked.clan)
    if asked.file:
        match = _loaded(asked)
    else:
        clans = seating.listed(asked.clans)
        match = seating.new_match(asked.title or asked.game, asked.players, clans, people, asked.option, asked.seed)
    seats = [seating.seat_of(match, clan) for clan in people] or [0]
    bots = seating.bots_for(match, seats, asked.bot or [seating.USUAL_BOT])
    # A position stays as it is: the match that begins with it gets a record of its own.
    own_file = Path(asked.file) if asked.file and match.history else None
    session = Session(match, bots, Console(asked.plain), own_file, asked.bot, _language(asked))
    try:
        play(session)
    except KeyboardInterrupt:
        session.console.say()
        session.leave()
        return INTERRUPTED
    return FINE


def _language(asked: argparse.Namespace) -> str:
    """The language that was asked for, on the command line or by DRAKKAR_LANGUAGE."""
    language: str = asked.language or os.environ.get("DRAKKAR_LANGUAGE", "") or ENGLISH
    if language not in LANGUAGES:
        raise BadOptions(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    return language


def _loaded(asked: argparse.Namespace) -> Match:
    if asked.players is not None or asked.clans or asked.option or asked.seed is not None:
        raise BadOptions("--load brings its own players, clans, options and seed: leave them out")
    if asked.file == "-":
        raise BadOptions("--load wants a file; standard input is where you type")
    return files.read(asked.file)


def run_replay(asked: argparse.Namespace) -> int:
    """The story, as everybody knows it who holds the record, or as one seat knew it."""
    match = files.read(asked.file)
    seat = seating.seat_of(match, asked.seat.casefold()) if asked.seat else None
    console, said = Console(asked.plain), words(_language(asked), match.game.title)
    if asked.until is not None:
        match = match.after(asked.until)
    for line in story(match, seat, console, said):
        console.say(line)
    if asked.until is not None:
        table = match.view(seat).to_json()["table"]
        console.say("\n" + "\n\n".join(match.game.text_board(table, console.colours, console.width, said).values()))
    if result := match.result():
        console.say(f"\n{said.terminal('result', result=result)}")
    return FINE


def run_check(asked: argparse.Namespace) -> int:
    """A record that can be read to its end is a good one: reading is replaying."""
    match = files.read(asked.file)
    title, rules = match.game.title, match.game.rules_version
    print(f"{asked.file}: a good {'record' if match.history else 'beginning'} of {title} under rules {rules}")
    print(f"players: {match.seats} ({', '.join(match.clans)})")
    print(f"choices: {len(match.history)}")
    print(f"result: {match.result() or 'the match is not over'}")
    return FINE


def run_verify(asked: argparse.Namespace) -> int:
    """What was checked goes to standard output; for programs a refusal does too."""
    try:
        proof = verify.verify(files.read_text(asked.file), asked.commitment)
    except RecordError as error:
        if asked.json:
            refusal = {"file": asked.file, "verdict": "refused", "line": error.line, "error": str(error)}
            print(json.dumps(refusal, indent=2))
        raise
    if asked.json:
        print(json.dumps(verify.as_data(asked.file, proof), indent=2))
    else:
        print("\n".join(verify.as_lines(asked.file, proof)))
    return FINE


def run_sim(asked: argparse.Namespace) -> int:
    """The summary goes to standard output, whatever happened."""
    game, clans, settings = seating.table_of(asked)
    if asked.random_options and asked.option:
        raise BadOptions("--random-options sets all options: leave --option out")
    plan = sim.Plan(game.title, clans, settings, asked.random_options, asked.seed or 0, asked.first, asked.games)
    summary, cut_short = sim.simulate(plan, asked.jobs or os.cpu_count() or 1)
    print(json.dumps({**summary, "interrupted": cut_short}, indent=2))
    return INTERRUPTED if cut_short else REFUSED if summary["errors"] else FINE


def run_arena(asked: argparse.Namespace) -> int:
    """The report goes to standard output, whatever happened; the rest into the folder."""
    from drakkar.arena.folder import BadFolder  # noqa: PLC0415 - no other command should wait for the arena
    from drakkar.terminal import arena  # noqa: PLC0415

    try:
        run = arena.arena(asked)
    except BadFolder as error:
        return _complain(str(error), REFUSED)
    if run.complaint:
        return _complain(run.complaint, REFUSED)
    return INTERRUPTED if run.interrupted else REFUSED if run.tally.errors else FINE


def run_dataset(asked: argparse.Namespace) -> int:
    """What there is goes to standard output, the data into the folder."""
    from drakkar.terminal import dataset  # noqa: PLC0415 - only this command needs the packages of the extra research

    return INTERRUPTED if dataset.make(asked) else FINE


def run_fuzz(asked: argparse.Namespace) -> int:
    """The summary goes to standard output, each fault into a file."""
    if asked.file:
        text = files.read_text(asked.file)
        error = shows(text, []) if files.is_position(text) else check_record(text)
        print(f"{asked.file}: {error or 'no fault'}")
        return REFUSED if error else FINE
    game = find(asked.game)
    if asked.players is not None:
        game.clan_numbers(asked.players, None)
    if asked.minutes <= 0:
        raise BadOptions("--minutes wants a number above 0")
    jobs = asked.jobs or os.cpu_count() or 1
    summary, cut_short = fuzz.fuzz(game.title, asked.minutes, asked.seed, asked.players, jobs, Path(asked.out))
    print(json.dumps({**summary, "interrupted": cut_short}, indent=2))
    return REFUSED if summary["faults"] else INTERRUPTED if cut_short else FINE


def run_bench(asked: argparse.Namespace) -> int:
    """Decisions a second, by each face of the engine."""
    if asked.seconds <= 0:
        raise BadOptions("--seconds wants a number above 0")
    title = find(asked.game).title
    if asked.research:
        from drakkar.research import bench as environments  # noqa: PLC0415 - it needs the packages of that extra

        result = environments.bench(title, asked.seconds)
        lines = environments.as_table(result)
    else:
        result = bench.bench(title, asked.seconds)
        lines = bench.as_table(result)
    print(json.dumps(result, indent=2) if asked.json else "\n".join(lines))
    return FINE


def run_serve(asked: argparse.Namespace) -> int:
    """Serve until told to stop."""
    from drakkar.server.serve import run  # noqa: PLC0415 - only this command needs the server's packages
    from drakkar.server.store import StoreError  # noqa: PLC0415

    try:
        run(asked)
    except StoreError as error:
        return _complain(str(error), REFUSED)
    return FINE


def run_games(_: argparse.Namespace) -> int:
    """What can be played."""
    for title in titles():
        game = find(title)
        print(f"{title}: {game.fewest_seats} to {game.most_seats} players; clans {', '.join(game.clans)}")
        for option in game.options:
            values = ", ".join(str(value).lower() for value in option.values)
            print(f"  --option {option.name}=…  {values} (the first is the default) · {option.rule}")
            print(f"      {option.text}")
    return FINE
