package dev.sluice.cli.npy;

import static dev.sluice.cli.npy.NpyBytes.file;
import static dev.sluice.cli.npy.NpyBytes.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.error.RejectedCallException;
import dev.sluice.tensor.DataType;
import dev.sluice.tensor.HostTensor;
import dev.sluice.tensor.Shape;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyReaderTest {

  @TempDir private Path folder;

  private Path saved(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("x.npy"), bytes);
  }

  private HostTensor read(byte[] bytes) throws IOException {
    return NpyReader.map(saved(bytes));
  }

  private void refused(byte[] bytes, String problem) throws IOException {
    Path file = saved(bytes);
    assertThatThrownBy(() -> NpyReader.map(file))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(file + ": " + problem);
  }

  private void refusedHeader(String header, String problem) throws IOException {
    refused(file(1, header, new byte[4]), problem);
  }

  @ParameterizedTest
  @CsvSource({
    "<f4, FLOAT32", "<f2, FLOAT16", "|i1, INT8", "<i2, INT16", "<i4, INT32", "<i8, INT64",
    "|u1, UINT8", "<u2, UINT16", "<u4, UINT32", "<u8, UINT64", "|b1, BOOL", "<i1, INT8"
  })
  void every_shared_type_is_read(String descr, DataType type) throws IOException {
    byte[] data = new byte[2 * type.byteSize()];
    data[type.byteSize()] = 7;

    HostTensor tensor = read(file(1, header(descr, "(2,)"), data));

    assertThat(tensor.dataType()).isEqualTo(type);
    assertThat(tensor.shape()).isEqualTo(Shape.of(2));
    assertThat(tensor.getBits(0)).isZero();
    assertThat(tensor.getBits(1)).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void every_version_is_read(int version) throws IOException {
    HostTensor tensor = read(file(version, header("|u1", "(3, 1)"), (byte) 1, (byte) 2, (byte) 3));

    assertThat(tensor.shape()).isEqualTo(Shape.of(3, 1));
    assertThat(tensor.getInt(2)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'descr':'|u1','fortran_order':False,'shape':(2,)}",
        "  {\n 'shape' : ( 2 , ) , \"descr\": \"|u1\",\t'fortran_order': False } \n \n",
        "{'fortran_order': False, 'shape': (1, 2,), 'descr': '|u1', }",
      })
  void python_may_write_the_dictionary_in_other_ways(String header) throws IOException {
    assertThat(read(file(1, header, (byte) 5, (byte) 6)).getInt(1)).isEqualTo(6);
  }

  @Test
  void a_single_value_of_shape_nothing_is_a_tensor_of_one_element() throws IOException {
    HostTensor tensor = read(file(1, header("|u1", "()"), (byte) 9));

    assertThat(tensor.shape()).isEqualTo(Shape.of(1));
    assertThat(tensor.getInt(0)).isEqualTo(9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(0,)", "(3, 0)", "(0, 9223372036854775807, 9223372036854775807)"})
  void an_array_without_elements_is_read(String shape) throws IOException {
    assertThat(read(file(1, header("<f4", shape))).byteCount()).isZero();
  }

  @Test
  void data_at_an_odd_place_is_read() throws IOException {
    String padded = header("<f4", "(1,)");
    padded = padded.length() % 2 == 0 ? padded + ' ' : padded;

    HostTensor tensor = read(file(1, padded, (byte) 0, (byte) 0, (byte) 0x80, (byte) 0x3F));

    float[] values = new float[1];
    tensor.read(0, values, 0, 1);
    assertThat(values).containsExactly(1);
    assertThat(tensor.getFloat(0)).isEqualTo(1);
  }

  @Test
  void a_mapped_file_cannot_be_written_and_a_copy_can() throws IOException {
    Path file = saved(file(1, header("|u1", "(2,)"), (byte) 1, (byte) 2));

    assertThat(NpyReader.map(file).isWritable()).isFalse();
    HostTensor copy = NpyReader.copy(file);
    copy.setInt(0, 77);
    assertThat(copy.getInt(1)).isEqualTo(2);
    assertThat(NpyReader.map(file).getInt(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        ">f4 | element type '>f4' is big-endian, but tensors are little-endian; convert it before saving: a.astype('<f4')",
        ">i8 | element type '>i8' is big-endian, but tensors are little-endian; convert it before saving: a.astype('<i8')",
        ">f8 | element type '>f8' is big-endian, but tensors are little-endian; convert it before saving: a.astype('<f4')",
        "<f8 | element type '<f8' is none of f4, f2, i4, i2, i1, u1, i8, u8, u2, u4, b1; convert it before saving: a.astype('<f4')",
        "<c8 | element type '<c8' is complex, which no device takes; save a.real.astype('<f4') and a.imag.astype('<f4') by themselves",
        "<U9 | element type '<U9' is none of f4, f2, i4, i2, i1, u1, i8, u8, u2, u4, b1; convert it before saving: a.astype('<f4')",
        "<V2 | element type '<V2' is none of f4, f2, i4, i2, i1, u1, i8, u8, u2, u4, b1; convert it before saving: a.astype('<f4')",
      })
  void other_types_are_refused_with_the_remedy(String descr, String problem) throws IOException {
    refusedHeader(header(descr, "(1,)"), problem);
  }

  @Test
  void objects_structures_and_fortran_order_are_refused_with_the_remedy() throws IOException {
    refusedHeader(
        header("|O", "(1,)"),
        "element type '|O' is Python objects, not numbers; convert it before saving:"
            + " a.astype('<f4')");
    String structured =
        "the element type is structured, but a tensor has one number for each element; save each"
            + " field by itself: np.save(file, np.ascontiguousarray(a['field']))";
    refusedHeader("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,)}", structured);
    refusedHeader("{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': ()}", structured);
    refusedHeader(
        "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 1)}",
        "the array is in Fortran order, but tensors are in C order; reorder it before saving:"
            + " np.ascontiguousarray(a)");
    refusedHeader(
        header("<f4", "(1, 1, 1, 1, 1, 1)"),
        "the array has 6 dimensions, but a tensor has at most 5; merge dimensions before saving:"
            + " a.reshape(...)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "(-1,) | the shape has a negative extent; save the array again with np.save",
        "(99999999999999999999,) | the shape's extent '99999999999999999999' does not fit 64 bits; save the array again with np.save",
        "(4294967296, 4294967296) | the element count of shape [4294967296, 4294967296] does not fit 64 bits; split the tensor",
        "(4611686018427387904,) | the byte count of shape [4611686018427387904] in FLOAT32 does not fit 64 bits; split the tensor",
        "(1099511627776,) | shape [1099511627776] in FLOAT32 takes 4398046511104 bytes, but behind the header the file has 4; copy or save the file again",
        "(2,) | shape [2] in FLOAT32 takes 8 bytes, but behind the header the file has 4; copy or save the file again",
        "(0,) | shape [0] in FLOAT32 takes 0 bytes, but behind the header the file has 4; save each array to a file of its own",
      })
  void shapes_that_the_data_is_not_are_refused(String shape, String problem) throws IOException {
    refusedHeader(header("<f4", shape), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{} | the header has no key 'descr'",
        "{'descr': '<f4', 'shape': (1,)} | the header has no key 'fortran_order'",
        "{'descr': '<f4', 'fortran_order': False} | the header has no key 'shape'",
        "{'descr': '<f4', 'descr': '<f4'} | the header has the key 'descr' twice",
        "{'shape': (1,), 'shape': (1,)} | the header has the key 'shape' twice",
        "{'fortran_order': False, 'fortran_order': True} | the header has the key 'fortran_order' twice",
        "{'order': 'C'} | the header has the unknown key 'order'",
      })
  void other_keys_are_refused(String header, String problem) throws IOException {
    refusedHeader(header, problem + "; save the array again with np.save");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{'shape': (3)} | 12, a comma, as in (3,) was expected instead of ')}'",
        "{'shape': ((((1,),),),)} | 11, a decimal number was expected instead of '(((1,),),),)}'",
        "{'shape': (1L,)} | 12, a comma, as in (3,) was expected instead of 'L,)}'",
        "{'shape': (1_0,)} | 12, a comma, as in (3,) was expected instead of '_0,)}'",
        "{'shape': (010,)} | 11, a decimal number was expected instead of '010,)}'",
        "{'shape': (+1,)} | 11, a decimal number was expected instead of '+1,)}'",
        "{'shape': (1, 2} | 15, ')' was expected instead of '}'",
        "{'shape': (1 | 12, a comma, as in (3,) was expected instead of its end",
        "{'shape': [1]} | 10, '(' was expected instead of '[1]}'",
        "{'fortran_order': 0} | 18, True or False was expected instead of '0}'",
        "{'fortran_order': Falsehood} | 23, '}' was expected instead of 'hood}'",
        "{'descr': 4} | 10, an element type in quotes was expected instead of '4}'",
        "{'descr': '<f4} | 10, a string that ends was expected instead of ''<f4}'",
        "{'descr': '\\x3cf4'} | 11, a plain ASCII character was expected instead of '\\x3cf4'}'",
        "{'d\u00e9scr': '<f4'} | 3, a plain ASCII character was expected instead of '\u00c3\u00a9scr': '<f4'}'",
        "{descr: '<f4'} | 1, a key in quotes was expected instead of 'descr: '<f4'}'",
        "{,} | 1, a key in quotes was expected instead of ',}'",
        "hello | 0, '{' was expected instead of 'hello'",
        "{}} | 2, nothing behind the dictionary was expected instead of '}'",
        "{} # eval | 3, nothing behind the dictionary was expected instead of '# eval'",
      })
  void what_is_no_such_dictionary_is_refused(String header, String problem) throws IOException {
    refusedHeader(
        header,
        "the header is not what np.save writes: at character "
            + problem
            + "; save the array again with np.save");
  }

  @Test
  void a_file_cut_short_anywhere_is_refused() throws IOException {
    byte[] whole = file(2, header("<f4", "(2,)"), new byte[8]);
    for (int length = 0; length < whole.length; length++) {
      Path file = saved(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> NpyReader.map(file))
          .as("%d bytes", length)
          .isInstanceOf(RejectedCallException.class);
    }
    assertThat(read(whole).shape()).isEqualTo(Shape.of(2));
    refused(new byte[0], "the file is empty; give a file that np.save wrote");
    refused(
        Arrays.copyOf(whole, 7),
        "the file ends after 7 bytes, before its version does; copy or save the file again");
    refused(
        Arrays.copyOf(whole, 11),
        "the file ends after 11 bytes, before its header does; copy or save the file again");
  }

  @Test
  void a_header_longer_than_the_file_or_than_any_is_refused() throws IOException {
    refused(
        file(1, 0xFFFF, "{}".getBytes(StandardCharsets.US_ASCII)),
        "the file ends after 12 bytes, before its header of 65535 bytes does; copy or save the"
            + " file again");
    refused(
        file(2, 0xFFFF_FFFFL, "{}".getBytes(StandardCharsets.US_ASCII)),
        "the file ends after 14 bytes, before its header of 4294967295 bytes does; copy or save"
            + " the file again");
    Path sparse = saved(file(3, 0xFFFF_FFFFL, new byte[0]));
    try (RandomAccessFile grown = new RandomAccessFile(sparse.toFile(), "rw")) {
      grown.setLength(5L << 30);
    }
    assertThatThrownBy(() -> NpyReader.map(sparse))
        .hasMessage(
            sparse
                + ": the header has 4294967295 bytes, more than 65535; save the array again with"
                + " np.save");
  }

  @Test
  void what_is_no_npy_file_is_refused() throws IOException {
    String other = "is not a .npy file: it does not start with \\x93NUMPY; ";
    refused(
        "1,2,3\n".getBytes(StandardCharsets.US_ASCII), other + "give a file that np.save wrote");
    refused(new byte[] {(byte) 0x93}, other + "give a file that np.save wrote");
    refused(
        "PK\3\4".getBytes(StandardCharsets.US_ASCII),
        "is an archive such as np.savez writes, not a .npy file; give a file that np.save wrote");
    refused(
        file(4, header("<f4", "()"), new byte[4]),
        "is of format version 4.0; save it in version 1.0, 2.0 or 3.0");
  }

  @Test
  void what_is_no_file_is_refused_without_waiting_for_it() {
    assertThatThrownBy(() -> NpyReader.map(folder))
        .hasMessage(folder + ": is a directory; give a file that np.save wrote");
    assertThatThrownBy(() -> NpyReader.map(folder.resolve("none.npy")))
        .isInstanceOf(RejectedCallException.class)
        .hasMessage(
            folder.resolve("none.npy")
                + ": there is no such file; check the path and its permissions");
    assertThatThrownBy(() -> NpyReader.map(Path.of("/dev/zero")))
        .hasMessage("/dev/zero: is not a file; give a file that np.save wrote");
  }

  @Test
  void text_from_a_file_cannot_steer_the_terminal() throws IOException {
    refusedHeader(
        "\u001b[2J",
        "the header is not what np.save writes: at character 0, '{' was expected instead of"
            + " '\\x1b[2J'; save the array again with np.save");
  }
}
