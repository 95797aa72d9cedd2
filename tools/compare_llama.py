"""Times llama.cpp and Cutaway in one sitting, turn by turn, on the same GGUF file: `python3 tools/compare_speed.py --llama FILE`.

llama.cpp is the one in the source package of llama-cpp-python, whose `llama-bench` is built where --llama-bench does not name
one (needs pip, cmake and a compiler). It records nothing and rounds activations to 8 bits; Cutaway records patterns and stream
(`cutaway bench --large`). The fastest of all rounds counts.
"""
import argparse
import glob
import json
import os
import subprocess
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOKENS, MORE = 64, 8


def source_of_llama(folder):
    """The folder of llama.cpp in the source package."""
    unpacked = os.path.join(folder, "source")
    if not os.path.isdir(unpacked):
        if not glob.glob(os.path.join(folder, "*.tar.gz")):
            subprocess.run([sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", "llama-cpp-python",
                            "--dest", folder, "llama-cpp-python"], check=True)
        with tarfile.open(glob.glob(os.path.join(folder, "*.tar.gz"))[0]) as package:
            package.extractall(unpacked, filter="data")
    return glob.glob(os.path.join(unpacked, "*", "vendor", "llama.cpp"))[0]


def built(folder, jobs):
    """llama-bench for this processor, built once."""
    build = os.path.join(folder, "build")
    program = os.path.join(build, "bin", "llama-bench")
    if not os.path.exists(program):
        os.makedirs(folder, exist_ok=True)
        off = [f"-DLLAMA_{what}=OFF" for what in ("BUILD_TESTS", "BUILD_EXAMPLES", "BUILD_SERVER", "BUILD_APP", "OPENSSL", "USE_PREBUILT_UI")]
        subprocess.run(["cmake", "-S", source_of_llama(folder), "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF",
                        "-DGGML_NATIVE=ON", *off], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "llama-bench", "-j", str(jobs)], check=True)
    return program


def theirs(program, file, threads):
    """Milliseconds of the text, and of one more token."""
    report = json.loads(subprocess.run([program, "-m", file, "-p", str(TOKENS), "-n", str(MORE), "-t", str(threads), "-r", "3", "-o", "json"],
                                       capture_output=True, text=True, check=True).stdout)
    text = min(min(row["samples_ns"]) for row in report if row["n_prompt"] == TOKENS)
    more = min(min(row["samples_ns"]) for row in report if row["n_gen"] == MORE) / MORE
    return text / 1e6, more / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--llama", metavar="FILE", required=True, help="a GGUF file, such as tools/fixtures/large_gguf.py writes")
    parser.add_argument("--llama-bench", metavar="PROGRAM")
    parser.add_argument("--folder", default=os.path.join(HERE, "..", "build", "llama"), help="where it is built")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--program", default=os.path.join(HERE, "..", "build", "release", "bin", "cutaway"))
    arguments = parser.parse_args()
    program = arguments.llama_bench or built(os.path.abspath(arguments.folder), arguments.jobs)
    ours, other, limits = [], [], []
    for _ in range(arguments.rounds):
        report = json.loads(subprocess.run([arguments.program, "bench", "--large", arguments.llama, "--json"],
                                           capture_output=True, text=True, check=True).stdout)
        limits.append((report["sgemm_gflops"], report["read_gb_per_s"]))
        large = report["large"]
        ours.append((large["trace"]["ms"], large["one_more_token"]["ms"]))
        other.append(theirs(program, arguments.llama, report["threads"]))
    print(f"{os.path.basename(arguments.llama)}; plain product {max(one for one, _ in limits):.0f} GFLOP/s, memory read at "
          f"{max(one for _, one in limits):.0f} GB/s, {report['threads']} threads\n")
    print("| | llama.cpp, nothing recorded | Cutaway, patterns and stream | times as fast |\n|---|---:|---:|---:|")
    for i, name in enumerate((f"{TOKENS} tokens", "one more")):
        a, b = min(row[i] for row in other), min(row[i] for row in ours)
        print(f"| {name} | {a:.0f} ms | {b:.0f} ms | {a / b:.2f} |")


if __name__ == "__main__":
    main()
