"""`python -m tests.golden`: play the golden deals anew and write their files."""

from tests.golden import FOLDER, RARE, RUNS, path_of, text_of

if __name__ == "__main__":
    for old in FOLDER.glob("*.jsonl"):
        if old.stem not in (*RUNS, *RARE):
            old.unlink()
            print(f"removed {old.name}")
    for name in (*RUNS, *RARE):
        path, text = path_of(name), text_of(name)
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        path.write_text(text, encoding="utf-8")
        print(f"{'wrote  ' if changed else 'kept   '} {path.name}")
